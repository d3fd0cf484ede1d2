import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { JsonText, PageAnswer } from './answers.js';
import { contentRange, links } from './page-headers.js';
import { currentRequest, warningHeader } from './trace-context.js';

/**
 * Nest's Express, with a short way out for JSON text and pages: one write of head and body together, and none of the
 * decisions that Express makes about a text (type, character set, freshness). An interceptor for pages would have put the
 * observables of rxjs around every request.
 */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number) {
    const warnings = currentRequest()?.warnings;
    if (warnings) response.setHeader('Warning', warningHeader(warnings));
    if (body instanceof PageAnswer) return sendPage(response, body, statusCode);
    if (body instanceof JsonText) return sendJson(response, body.text, statusCode);
    return super.reply(response, body, statusCode);
  }
}

function sendPage(response: Response, { place, json }: PageAnswer, statusCode?: number): Response {
  response.setHeader('Content-Range', contentRange(place));
  const link = links(place, response.req.originalUrl);
  if (link !== '') response.setHeader('Link', link);
  return sendJson(response, json, statusCode);
}

function sendJson(response: Response, text: string, statusCode = response.statusCode): Response {
  const bytes = Buffer.byteLength(text);
  response.statusCode = statusCode;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  // As many bytes as characters: ASCII, which is copied instead of encoded.
  return response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}
