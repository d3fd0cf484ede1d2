import { CHECK_TYPES, type Capacity, type CheckType, type TypeCapacity } from '#domain';
import { Decimal, NestedList, OneOf, Text, Whole } from '#http';

class TypeCapacityView implements TypeCapacity {
  @OneOf(CHECK_TYPES, { description: 'Type of the checks', example: 'URL' }) checkType: CheckType;
  @Text({ nullable: true, description: 'The runtime that their scripts need; null: none', example: null })
  runtimeId: string | null;
  @Decimal({ min: 0, description: 'Runs scheduled per minute', example: 60 }) runsPerMinute: number;
  @Decimal({ min: 0, nullable: true, description: 'Milliseconds that runs took lately; null: none seen', example: 250 })
  meanDuration: number | null;
  @Decimal({ min: 0, description: 'Slots that they use on average', example: 0.25 }) load: number;
  @Whole({ min: 0, description: 'Agents at work that can run them; 0: none can', example: 1 }) agents: number;
  @Whole({ min: 0, description: 'Slots of these agents', example: 100 }) slots: number;
}

export class CapacityView implements Capacity {
  @Whole({ min: 0, description: 'Agents that asked for work within the last minute', example: 1 }) agents: number;
  @Whole({ min: 0, description: 'What they can run at the same time', example: 100 }) slots: number;
  @Decimal({ min: 0, description: 'Runs scheduled per minute', example: 60 }) runsPerMinute: number;
  @Decimal({ min: 0, description: 'Slots in use on average: runs per minute x minutes each', example: 0.25 })
  load: number;
  @Whole({
    min: 0,
    nullable: true,
    description: 'load / slots of an agent + 1, rounded up; null while no agent is at work',
    example: 2,
  })
  agentsNeeded: number | null;
  @NestedList(() => TypeCapacityView, { max: 1_000, description: 'By check type, and by runtime where one is needed' })
  types: TypeCapacityView[];
}
