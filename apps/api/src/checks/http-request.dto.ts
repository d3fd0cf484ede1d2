import { IP_FAMILIES, type IpFamily } from '#domain';
import { Flag, OneOf } from '#http';

/** Reference 3.4: how checks of HTTP connect. */
export class HttpRequestFields {
  @Flag({ default: true, description: 'Whether redirects are followed', example: true }) followRedirects: boolean;
  @Flag({ default: false, description: 'Accepts certificates that cannot be verified', example: false })
  skipSSL: boolean;
  @OneOf(IP_FAMILIES, { default: 'IPv4', description: 'Which addresses to use', example: 'IPv4' }) ipFamily: IpFamily;
}
