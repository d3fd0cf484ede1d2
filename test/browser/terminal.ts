import { spawn } from 'node:child_process';

/** Runs a command on a terminal of 80 columns and answers everything it wrote there. Needs `script` of util-linux. */
export function onTerminal(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('script', ['-qefc', `stty cols 80 rows 40; ${command}`, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm-256color' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => void parts.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

/** What is on the terminal at the end: everything since the screen was last drawn over. */
export const lastScreen = (written: string): string => written.split('\u001B[0J').at(-1)!.replaceAll('\r', '');

const COLOURS: Record<string, string> = {
  '1': 'font-weight: bold; color: #fff',
  '31': 'color: #ff7b72',
  '32': 'color: #56d364',
  '33': 'color: #e3b341',
  '35': 'color: #d2a8ff',
  '36': 'color: #56d4dd',
  '90': 'color: #8b949e',
};

/** A page that looks like the terminal. Colours end with the next sequence; nesting does not occur. */
export function terminalPage(title: string, text: string): string {
  const [first = '', ...rest] = escaped(text).split('\u001B[');
  const coloured = rest.map((part) => {
    const [, code = '', shown = ''] = /^(?:\?\d+[hl]|(\d*)m)([^]*)$/.exec(part) ?? [];
    return code in COLOURS ? `<span style="${COLOURS[code]}">${shown}</span>` : shown;
  });
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 20px; background: #eaeef2; width: fit-content }
    main { background: #0d1117; color: #c9d1d9; border-radius: 10px; overflow: hidden; box-shadow: 0 4px 16px #0004 }
    header { background: #21262d; color: #8b949e; font: 13px sans-serif; padding: 9px; text-align: center }
    pre { margin: 0; padding: 4px 14px 0; min-width: 80ch; width: fit-content; font: 15px/1.35 'DejaVu Sans Mono', monospace }
  </style><main><header>${escaped(title)}</header><pre>${first}${coloured.join('')}</pre></main>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
