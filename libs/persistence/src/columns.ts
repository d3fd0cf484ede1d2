import { Column, CreateDateColumn } from 'typeorm';

const MOMENT = { type: 'timestamptz', precision: 3 } as const;

/** A moment with milliseconds, as answers show it. */
export const TimeColumn = (name: string) => Column({ ...MOMENT, name });

export const NullableTimeColumn = (name: string) => Column({ ...MOMENT, name, nullable: true });

/** When the row was made; filled in by PostgreSQL where it is not given. */
export const CreatedAtColumn = () => CreateDateColumn({ ...MOMENT, name: 'created_at' });
