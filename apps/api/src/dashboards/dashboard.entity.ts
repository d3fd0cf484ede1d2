import type { AccountId, Dashboard, DashboardKey, DashboardWidth, PaginationRate, RefreshRate } from '#domain';
import { CreatedAtColumn, NullableTimeColumn } from '#persistence';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Entity('dashboards')
@Unique('dashboards_dashboard_id_key', ['accountId', 'dashboardId'])
@Index('dashboards_created_idx', { synchronize: false })
export class DashboardRow implements Dashboard {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'dashboards_pkey' }) accountId: AccountId;
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dashboards_pkey',
  })
  id: number;
  @Column('text', { name: 'dashboard_id' }) dashboardId: string;
  @Column('text', { name: 'custom_url' }) customUrl: string;
  @Column('text', { name: 'custom_domain', nullable: true }) customDomain: string | null;
  @Column('text', { nullable: true }) logo: string | null;
  @Column('text', { nullable: true }) favicon: string | null;
  @Column('text', { nullable: true }) link: string | null;
  @Column('text', { nullable: true }) header: string | null;
  @Column('text', { nullable: true }) description: string | null;
  @Column('text') width: DashboardWidth;
  @Column('integer', { name: 'refresh_rate' }) refreshRate: RefreshRate;
  @Column('boolean') paginate: boolean;
  @Column('integer', { name: 'pagination_rate' }) paginationRate: PaginationRate;
  @Column('integer', { name: 'checks_per_page', nullable: true }) checksPerPage: number | null;
  @Column('boolean', { name: 'use_tags_and_operator', nullable: true }) useTagsAndOperator: boolean | null;
  @Column('boolean', { name: 'hide_tags' }) hideTags: boolean;
  @Column('boolean', { name: 'enable_incidents' }) enableIncidents: boolean;
  @Column('boolean', { name: 'expand_checks' }) expandChecks: boolean;
  @Column('text', { array: true }) tags: string[];
  @Column('boolean', { name: 'show_header' }) showHeader: boolean;
  @Column('boolean', { name: 'show_check_run_links' }) showCheckRunLinks: boolean;
  @Column('boolean', { name: 'show_group_names' }) showGroupNames: boolean;
  @Column('text', { name: 'custom_css', nullable: true }) customCSS: string | null;
  @Column('boolean', { name: 'is_private' }) isPrivate: boolean;
  @Column('boolean', { name: 'show_p95' }) showP95: boolean;
  @Column('boolean', { name: 'show_p99' }) showP99: boolean;
  @Column('jsonb') keys: DashboardKey[];
  @CreatedAtColumn() createdAt: Date;
  @NullableTimeColumn('updated_at') updatedAt: Date | null;
}

/** A directory: unique across accounts, and found before the account is known. Names are in lower case. */
@Entity('dashboard_addresses')
@Unique('dashboard_addresses_custom_domain_key', ['customDomain'])
@Unique('dashboard_addresses_dashboard_key', ['accountId', 'dashboardId'])
export class DashboardAddressRow {
  @PrimaryColumn('text', { name: 'custom_url', primaryKeyConstraintName: 'dashboard_addresses_pkey' })
  customUrl: string;
  @Column('text', { name: 'custom_domain', nullable: true }) customDomain: string | null;
  @Column('uuid', { name: 'account_id' }) accountId: AccountId;
  /** The numeric id. */
  @Column('integer', { name: 'dashboard_id' }) dashboardId: number;
}
