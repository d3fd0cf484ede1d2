import { addCheckType } from '#domain';
import { Module, type DynamicModule } from '@nestjs/common';
import { addResultMember, type ResultMember } from './check-results/index.js';
import { addCreatableType, ChecksModule, checkTypeController, type CreatableType } from './checks/index.js';

/**
 * A check type that an extension adds. Its name goes wherever a check type can be named: requests, filters, answers, the
 * OpenAPI document, leases. What its shapes hold beside the members of `CheckFields` is stored and answered as it is; an
 * agent is told `request`, the limits on the response time, and all the rest as `settings`. Its results are judged, retried,
 * alerted on and counted as those of the other types.
 */
export interface AddedCheckType extends CreatableType {
  /** Under which results show the `detail` that its probe reports; without it they show none. */
  resultMember?: Omit<ResultMember, 'types'>;
}

/** The endpoints of added check types. The types themselves are then known to the whole process, as their classes are. */
@Module({})
export class AddedCheckTypesModule {
  static with(added: AddedCheckType[]): DynamicModule {
    for (const type of added) {
      const { checkType, resultMember } = type;
      addCheckType(checkType);
      addCreatableType(type);
      if (resultMember) addResultMember({ ...resultMember, types: [checkType] });
    }
    return { module: AddedCheckTypesModule, imports: [ChecksModule], controllers: added.map(checkTypeController) };
  }
}
