import type { Event } from './findings.js';
import { colours, eventLine, plain, screen, table, type View } from './screen.js';

/** Where the demo shows what it sees. */
export interface Display {
  show(view: View, news: readonly Event[]): void;
  /** The last word: on a terminal the screen stays, elsewhere the table follows. */
  end(view: View, remark: string): void;
}

const HIDE_CURSOR = '\u001B[?25l';
const SHOW_CURSOR = '\u001B[?25h';

/** On a terminal one screen that is drawn over and over, elsewhere a line for each thing that happens. */
export function displayOn(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Display {
  return stream.isTTY ? redrawn(stream, env.NO_COLOR ? plain : colours) : written(stream);
}

function redrawn(stream: NodeJS.WriteStream, paint: typeof plain): Display {
  let height = 0;
  process.once('exit', () => stream.write(SHOW_CURSOR));
  const draw = (view: View) => {
    const lines = screen(view, paint);
    const back = height > 0 ? `\u001B[${height}A` : '';
    stream.write(`${HIDE_CURSOR}${back}\r\u001B[0J${lines.join('\n')}\n`);
    height = lines.length;
  };
  return {
    show: draw,
    end: (view, remark) => {
      draw(view);
      stream.write(` ${remark}\n\n`);
    },
  };
}

function written(stream: NodeJS.WriteStream): Display {
  const say = (line: string) => stream.write(`${line}\n`);
  let problem: string | undefined;
  return {
    show: (view, news) => {
      for (const event of news) say(eventLine(event, plain));
      if (view.problem && view.problem !== problem) say(view.problem);
      problem = view.problem;
    },
    end: (view, remark) => {
      for (const line of ['', ...table(view, plain), '', remark]) say(line);
    },
  };
}
