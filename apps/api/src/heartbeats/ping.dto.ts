import { Flag } from '#http';

export class PingView {
  @Flag({
    description: 'Whether it counts; previews of addresses and pings of deactivated checks do not',
    example: true,
  })
  counted: boolean;
}
