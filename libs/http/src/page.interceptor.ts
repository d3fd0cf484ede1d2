import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Page } from '#domain';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ENDPOINT, type EndpointOptions } from './endpoint.js';

/** Turns a `Page` into a bare array with Content-Range and Link (reference 1.3). */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!this.reflector.get<EndpointOptions | undefined>(ENDPOINT, context.getHandler())?.paged) return next.handle();
    const http = context.switchToHttp();
    return next
      .handle()
      .pipe(map((page: Page<unknown>) => this.bare(page, http.getRequest<Request>(), http.getResponse<Response>())));
  }

  private bare(page: Page<unknown>, request: Request, response: Response): unknown[] {
    response.setHeader('Content-Range', contentRange(page));
    const link = links(page, request.originalUrl);
    if (link !== '') response.setHeader('Link', link);
    return page.items;
  }
}

/** `0-9/23`; `*\/23` when the page lies beyond the end. */
export function contentRange({ items, total, limit, page }: Page<unknown>): string {
  const first = (page - 1) * limit;
  return items.length === 0 ? `*/${total}` : `${first}-${first + items.length - 1}/${total}`;
}

export function links({ total, limit, page }: Page<unknown>, originalUrl: string): string {
  const last = Math.max(1, Math.ceil(total / limit));
  const to = (target: number, rel: string) => {
    const url = new URL(originalUrl, 'http://localhost');
    url.searchParams.set('page', String(target));
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  };
  return [...(page < last ? [to(page + 1, 'next')] : []), ...(total > 0 ? [to(last, 'last')] : [])].join(', ');
}
