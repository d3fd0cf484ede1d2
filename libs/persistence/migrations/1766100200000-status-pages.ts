import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Status pages with their cards, services, subscriptions and incidents. */
export class StatusPages1766100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [SERVICES, PAGES, SUBSCRIPTIONS, INCIDENTS]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE check_trigger_incidents, status_page_incident_updates, status_page_incident_services, status_page_incidents,
        status_page_subscriptions, status_page_card_services, status_page_cards, status_page_addresses, status_pages,
        status_page_services;`);
  }
}

const SERVICES = `
  CREATE TABLE status_page_services (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT status_page_services_pkey PRIMARY KEY (account_id, id)
  );
  CREATE INDEX status_page_services_created_idx ON status_page_services (account_id, created_at DESC, id DESC);

  -- Which service the failures of a check open incidents on: the constraint behind "unknown service" and "service in use".
  CREATE TABLE check_trigger_incidents (
    account_id uuid NOT NULL,
    check_id uuid NOT NULL,
    service_id uuid NOT NULL,
    CONSTRAINT check_trigger_incidents_pkey PRIMARY KEY (account_id, check_id),
    CONSTRAINT check_trigger_incidents_check_fkey FOREIGN KEY (account_id, check_id)
      REFERENCES checks (account_id, id) ON DELETE CASCADE,
    CONSTRAINT check_trigger_incidents_service_fkey FOREIGN KEY (account_id, service_id)
      REFERENCES status_page_services (account_id, id)
  );
  CREATE INDEX check_trigger_incidents_service_idx ON check_trigger_incidents (account_id, service_id);
`;

const PAGES = `
  CREATE TABLE status_pages (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    custom_domain text,
    description text,
    theme_colors jsonb,
    logo text,
    redirect_to text,
    favicon text,
    default_theme text NOT NULL,
    white_label boolean NOT NULL,
    is_private boolean NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT status_pages_pkey PRIMARY KEY (account_id, id)
  );
  CREATE INDEX status_pages_created_idx ON status_pages (account_id, created_at DESC, id DESC);

  -- A directory: from the address of a page to the page, over all accounts. Written with the page.
  CREATE TABLE status_page_addresses (
    url text COLLATE "C" NOT NULL,
    custom_domain text COLLATE "C",
    account_id uuid NOT NULL,
    page_id uuid NOT NULL,
    CONSTRAINT status_page_addresses_pkey PRIMARY KEY (url),
    CONSTRAINT status_page_addresses_domain_key UNIQUE (custom_domain),
    CONSTRAINT status_page_addresses_page_key UNIQUE (account_id, page_id),
    CONSTRAINT status_page_addresses_page_fkey FOREIGN KEY (account_id, page_id)
      REFERENCES status_pages (account_id, id) ON DELETE CASCADE
  );

  CREATE TABLE status_page_cards (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    page_id uuid NOT NULL,
    name text NOT NULL,
    position integer NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT status_page_cards_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT status_page_cards_page_fkey FOREIGN KEY (account_id, page_id)
      REFERENCES status_pages (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX status_page_cards_page_idx ON status_page_cards (account_id, page_id, position);

  CREATE TABLE status_page_card_services (
    account_id uuid NOT NULL,
    card_id uuid NOT NULL,
    service_id uuid NOT NULL,
    position integer NOT NULL,
    CONSTRAINT status_page_card_services_pkey PRIMARY KEY (account_id, card_id, service_id),
    CONSTRAINT status_page_card_services_card_fkey FOREIGN KEY (account_id, card_id)
      REFERENCES status_page_cards (account_id, id) ON DELETE CASCADE,
    CONSTRAINT status_page_card_services_service_fkey FOREIGN KEY (account_id, service_id)
      REFERENCES status_page_services (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX status_page_card_services_service_idx ON status_page_card_services (account_id, service_id);
`;

const SUBSCRIPTIONS = `
  CREATE TABLE status_page_subscriptions (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    page_id uuid NOT NULL,
    type text NOT NULL,
    address text NOT NULL,
    status text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT status_page_subscriptions_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT status_page_subscriptions_page_fkey FOREIGN KEY (account_id, page_id)
      REFERENCES status_pages (account_id, id) ON DELETE CASCADE
  );
  CREATE UNIQUE INDEX status_page_subscriptions_address_idx ON status_page_subscriptions (account_id, page_id, lower(address));
  CREATE INDEX status_page_subscriptions_page_idx ON status_page_subscriptions (account_id, page_id, created_at DESC, id DESC);
`;

const INCIDENTS = `
  -- last_update_status, first_update_at and resolved_at follow from the updates and are written with them.
  CREATE TABLE status_page_incidents (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    id uuid NOT NULL,
    name text NOT NULL,
    severity text NOT NULL,
    last_update_status text NOT NULL,
    first_update_at timestamptz(3) NOT NULL,
    resolved_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3),
    CONSTRAINT status_page_incidents_pkey PRIMARY KEY (account_id, id)
  );
  CREATE INDEX status_page_incidents_created_idx ON status_page_incidents (account_id, created_at DESC, id DESC);

  CREATE TABLE status_page_incident_services (
    account_id uuid NOT NULL,
    incident_id uuid NOT NULL,
    service_id uuid NOT NULL,
    position integer NOT NULL,
    CONSTRAINT status_page_incident_services_pkey PRIMARY KEY (account_id, incident_id, service_id),
    CONSTRAINT status_page_incident_services_incident_fkey FOREIGN KEY (account_id, incident_id)
      REFERENCES status_page_incidents (account_id, id) ON DELETE CASCADE,
    CONSTRAINT status_page_incident_services_service_fkey FOREIGN KEY (account_id, service_id)
      REFERENCES status_page_services (account_id, id)
  );
  CREATE INDEX status_page_incident_services_service_idx ON status_page_incident_services (account_id, service_id);

  CREATE TABLE status_page_incident_updates (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    incident_id uuid NOT NULL,
    description text NOT NULL,
    status text NOT NULL,
    public_incident_update_date timestamptz(3) NOT NULL,
    notify_subscribers boolean NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT status_page_incident_updates_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT status_page_incident_updates_incident_fkey FOREIGN KEY (account_id, incident_id)
      REFERENCES status_page_incidents (account_id, id) ON DELETE CASCADE
  );
  CREATE INDEX status_page_incident_updates_latest_idx ON status_page_incident_updates
    (account_id, incident_id, public_incident_update_date DESC, created_at DESC, id DESC);
`;
