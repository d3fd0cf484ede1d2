import { readableValue, type Role, type Variable } from '#domain';
import { CreateOf, Flag, Ignores, Text, UpdateOf, ViewOf } from '#http';

/** Spec 2.12. */
class VariableKey {
  @Text({
    min: 1,
    max: 255,
    // A path cannot end in . or .., so such a variable could never be read again.
    pattern: /^(?!\.{1,2}$)[^\s{}]+$/,
    hint: 'must not contain spaces or braces, nor be "." or ".."',
    description: 'Name of the variable, used as {{NAME}}; cannot be changed',
    example: 'BASE_URL',
  })
  key: string;
}

class VariableFields {
  @Text({ max: 100_000, description: 'The value; encrypted at rest', example: 'https://example.com' }) value: string;
  @Flag({ default: false, description: 'Hides the value in user interfaces', example: false }) locked: boolean;
  @Flag({ default: false, description: 'The value can never be read again; cannot be turned off', example: false })
  secret: boolean;
}

export class VariableCreateRequest extends CreateOf(VariableKey, VariableFields) {}

@Ignores(VariableKey)
export class VariableUpdateRequest extends UpdateOf(VariableFields) {}

export class VariableView extends ViewOf(VariableKey, VariableFields) {
  static of(variable: Variable, role: Role): VariableView {
    const { key, locked, secret } = variable;
    return { key, value: readableValue(variable, role), locked, secret };
  }
}

/** Reference 3, EnvVar: a variable that a check or a group carries itself. */
export class OwnVariable extends CreateOf(VariableKey, VariableFields) {
  /** Without the values that this role may not read. */
  static of(variable: Variable, role: Role): OwnVariable {
    return VariableView.of(variable, role);
  }
}
