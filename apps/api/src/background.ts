/** Whether this process does the work of the service, or only answers a command. */
export class Background {
  constructor(readonly enabled: boolean) {}
}
