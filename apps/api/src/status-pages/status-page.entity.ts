import type { AccountId, PageTheme, StatusPage, ThemeColors } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('status_pages')
@Index('status_pages_created_idx', { synchronize: false })
export class StatusPageRow implements StatusPage {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'status_pages_pkey' }) accountId: AccountId;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'status_pages_pkey' }) id: string;
  @Column('text') name: string;
  @Column('text') url: string;
  @Column('text', { name: 'custom_domain', nullable: true }) customDomain: string | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('jsonb', { name: 'theme_colors', nullable: true }) themeColors: ThemeColors | null;
  @Column('text', { nullable: true }) logo: string | null;
  @Column('text', { name: 'redirect_to', nullable: true }) redirectTo: string | null;
  @Column('text', { nullable: true }) favicon: string | null;
  @Column('text', { name: 'default_theme' }) defaultTheme: PageTheme;
  @Column('boolean', { name: 'white_label' }) whiteLabel: boolean;
  @Column('boolean', { name: 'is_private' }) isPrivate: boolean;
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}
