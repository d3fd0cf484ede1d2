import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Copy, DockerfileParser, Env, From, Healthcheck, JSONInstruction, type Instruction } from 'dockerfile-ast';
import { ROOT } from '../assembly/built.js';

export const dockerfileText = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

/** One instruction of a stage, with its arguments as words; `from` is the stage that a COPY takes from. */
export interface Step {
  readonly keyword: string;
  readonly words: readonly string[];
  readonly from?: string;
}

export interface Stage {
  readonly name: string;
  /** A stage of this file, or an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** What a container of a target is started with. */
export interface Image {
  readonly user: string;
  readonly folder: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly stopSignal: string;
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly env: Readonly<Record<string, string>>;
}

export const stages: ReadonlyMap<string, Stage> = readStages();

/** The stage's instructions after those of the stages it builds on. */
export function stepsOf(name: string): Step[] {
  const stage = stages.get(name);
  return stage ? [...stepsOf(stage.base), ...stage.steps] : [];
}

export function imageOf(target: string): Image {
  const steps = stepsOf(target);
  const all = (keyword: string) => steps.filter((step) => step.keyword === keyword);
  const last = (keyword: string) => all(keyword).at(-1)?.words ?? [];
  return {
    user: last('USER')[0] ?? 'root',
    folder: last('WORKDIR')[0] ?? '/',
    entrypoint: last('ENTRYPOINT'),
    command: last('CMD'),
    healthcheck: last('HEALTHCHECK'),
    stopSignal: last('STOPSIGNAL')[0] ?? '',
    volumes: all('VOLUME').flatMap(({ words }) => words),
    ports: all('EXPOSE').flatMap(({ words }) => words.map(Number)),
    env: Object.fromEntries(
      all('ENV').flatMap(({ words }) => words.map((word) => word.split('=') as [string, string])),
    ),
  };
}

function readStages(): Map<string, Stage> {
  const found = new Map<string, Stage & { steps: Step[] }>();
  let current: (Stage & { steps: Step[] }) | undefined;
  for (const instruction of DockerfileParser.parse(dockerfileText).getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? '';
      current = { name, base: instruction.getImage() ?? '', steps: [] };
      found.set(name, current);
    } else {
      current?.steps.push(stepOf(instruction));
    }
  }
  return found;
}

function stepOf(instruction: Instruction): Step {
  const keyword = instruction.getKeyword();
  if (instruction instanceof Copy) {
    return { keyword, words: plain(instruction), from: instruction.getFromFlag()?.getValue() ?? undefined };
  }
  if (instruction instanceof Env) {
    return { keyword, words: instruction.getProperties().map((each) => `${each.getName()}=${each.getValue()}`) };
  }
  if (instruction instanceof Healthcheck) {
    const [, json] = /\bCMD (\[.*\])/.exec(instruction.getTextContent().replaceAll('\\\n', '')) ?? [];
    return { keyword, words: json ? (JSON.parse(json) as string[]) : ['a shell runs it'] };
  }
  if (instruction instanceof JSONInstruction && instruction.getOpeningBracket()) {
    return { keyword, words: instruction.getJSONStrings().map((each) => JSON.parse(each.getValue()) as string) };
  }
  return { keyword, words: plain(instruction) };
}

function plain(instruction: Instruction): string[] {
  return instruction.getArguments().map((each) => each.getValue());
}
