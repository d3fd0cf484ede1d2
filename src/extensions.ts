import type { ApiExtension } from '#api';

/** Your own Nest modules, run by `npm start` behind the same guard, error filter and documentation. */
export const extensions: ApiExtension[] = [];
