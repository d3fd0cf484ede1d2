import { MULTI_STEP_RUNTIME_IDS, SCRIPT_FREQUENCIES, type Variable } from '#domain';
import { Ignores, NestedList, OneOf, Text, UpdateOf, ViewOf } from '#http';
import { CheckServerFields, MAX_SCRIPT } from './check-fields.js';
import { EnvironmentVariables } from './environment-variables.js';
import { NonHttpCheckFields } from './non-http-check.dto.js';

class ScriptDependencyFields {
  @Text({ min: 1, max: 1_000, description: 'Where the script finds it', example: 'pages/login.ts' }) path: string;
  @Text({ max: MAX_SCRIPT, description: 'The file', example: 'export const login = async () => {};' }) content: string;
}

const SCRIPT = `import { expect, test } from '@playwright/test';

test('the API is alive', async ({ request }) => {
  const answer = await request.get('http://127.0.0.1:3000/-/liveness');
  expect(answer.ok()).toBe(true);
});
`;

/** Reference 3.4. */
class MultiStepCheckFields extends NonHttpCheckFields {
  @OneOf(['MULTI_STEP'], { default: 'MULTI_STEP', description: 'The type of the check', example: 'MULTI_STEP' })
  checkType: 'MULTI_STEP';
  @Text({ min: 1, max: MAX_SCRIPT, description: 'What runs: a Playwright test', example: SCRIPT }) script: string;
  @Text({
    max: 1_000,
    nullable: true,
    default: null,
    description: 'Where the script stands among its dependencies',
    example: null,
  })
  scriptPath: string | null;
  @NestedList(() => ScriptDependencyFields, {
    default: [],
    description: 'Files that the script imports; read with `includeDependencies`',
    example: [],
  })
  dependencies: ScriptDependencyFields[];
  @EnvironmentVariables() environmentVariables: Variable[];
  @OneOf(SCRIPT_FREQUENCIES, { default: 10, description: 'Minutes between runs', example: 10 })
  declare frequency: number;
  @OneOf(MULTI_STEP_RUNTIME_IDS, {
    nullable: true,
    default: null,
    description: "Runtime; null = the account's",
    example: null,
  })
  declare runtimeId: string | null;
}

@Ignores(CheckServerFields)
export class MultiStepCheckCreateRequest extends MultiStepCheckFields {}

@Ignores(CheckServerFields)
export class MultiStepCheckUpdateRequest extends UpdateOf(MultiStepCheckFields) {}

export class MultiStepCheckView extends ViewOf(MultiStepCheckFields, CheckServerFields, ['dependencies']) {}

export const MULTI_STEP_CHECK = {
  create: MultiStepCheckCreateRequest,
  update: MultiStepCheckUpdateRequest,
  view: MultiStepCheckView,
};
