export type Env = Readonly<Record<string, string | undefined>>;

/** Every bad setting, each with its name, in one message. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads settings and collects what is wrong with them; `done` throws all of it at once. An empty value counts as absent. */
export class EnvReader {
  private readonly problems: string[] = [];

  constructor(private readonly env: Env) {}

  text(name: string): string | undefined;
  text(name: string, fallback: string): string;
  text(name: string, fallback?: string): string | undefined {
    return this.env[name]?.trim() || fallback;
  }

  required(name: string, what: string): string {
    return this.text(name) ?? this.refuse(`${name} is required: ${what}`, '');
  }

  whole(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    return this.refuse(`${name} must be a whole number from ${min} to ${max}, not "${text}"`, fallback);
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = values.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
    return value ?? this.refuse(`${name} must be one of ${values.join(', ')}, not "${text}"`, fallback);
  }

  list(name: string, fallback: readonly string[]): readonly string[] {
    const text = this.text(name);
    if (text === undefined) return fallback;
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  url(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    return URL.canParse(text) && /^https?:/.test(text)
      ? text.replace(/\/+$/, '')
      : this.refuse(`${name} must be an http or https URL, not "${text}"`, fallback);
  }

  /** Notes a problem and goes on with `instead`, so that one start reports them all. */
  refuse<T>(problem: string, instead: T): T {
    this.problems.push(problem);
    return instead;
  }

  done<T extends object>(config: T): Readonly<T> {
    if (this.problems.length > 0) throw new ConfigError(this.problems);
    return Object.freeze(config);
  }
}
