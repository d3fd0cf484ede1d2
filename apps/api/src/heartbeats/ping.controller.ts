import { notFound } from '#domain';
import { Endpoint, TextPath, UNLIMITED } from '#http';
import { applyDecorators, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PingService, type Ping } from './ping.service.js';
import { PingView } from './ping.dto.js';

const TOKEN = { description: 'Secret of the heartbeat check', example: '44444444-4444-4444-8444-444444444444' };

const Pings = () =>
  applyDecorators(
    Endpoint({
      summary: 'Ping a heartbeat check',
      description:
        'By GET or POST; a body is not read. What programs fetch that preview addresses does not count. At most 60 pings per minute and check.',
      role: 'PUBLIC',
      returns: PingView,
      errors: [404],
      rateLimit: UNLIMITED,
      ignoresBody: true,
    }),
  );

/** Reference 5.8: where jobs say that they are alive. */
@ApiTags('Heartbeats')
@Controller('heartbeats/ping')
export class PingController {
  constructor(private readonly pings: PingService) {}

  @Get(':pingToken')
  @Pings()
  get(
    @TextPath('pingToken', TOKEN) token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PingView> {
    return this.pings.ping(token, pingOf(request), response);
  }

  @Post(':pingToken')
  @Pings()
  post(
    @TextPath('pingToken', TOKEN) token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PingView> {
    return this.pings.ping(token, pingOf(request), response);
  }
}

/** Express answers HEAD with GET: asking for the headers only is no ping. */
function pingOf(request: Request): Ping {
  if (request.method === 'HEAD') throw notFound();
  return {
    address: request.ip ?? '',
    source: request.get('origin') ?? request.get('referer') ?? null,
    userAgent: request.get('user-agent') ?? null,
  };
}
