import type { Migrations } from '@latchkey/server/db/migrate'

/**
 * Versions of the tables of the wallet. `schema.test.ts` compares them with `schema.ts`.
 */
const versions: Migrations['versions'] = [
  [
    'create table wallet_users (id uuid primary key, email_index bytea not null unique, email bytea not null, addresses bytea, created_at bigint not null)',
    `create table wallet_attempts (device text primary key, id uuid not null, status text not null, email_index bytea not null, email bytea not null, code_hash bytea not null,
      tries integer not null, project_id text, origin text not null, browser text not null, created_at bigint not null, expires_at bigint not null, link_hash bytea unique)`,
    'create index wallet_attempts_expires_at on wallet_attempts (expires_at)',
    `create table wallet_devices (id uuid primary key, device text not null, user_id uuid not null references wallet_users, status text not null, has_recovered boolean not null, browser text not null,
      origin text not null, created_at bigint not null, used_at bigint not null, unique (device, user_id))`,
    "create unique index wallet_devices_one_login on wallet_devices (device) where status = 'in'",
    'create index wallet_devices_user_id on wallet_devices (user_id)',
    `create table wallet_splits (id uuid primary key, user_id uuid not null references wallet_users, device_id uuid not null references wallet_devices, is_released boolean not null,
      server_share bytea not null, method text, recovery bytea, created_at bigint not null)`,
    'create unique index wallet_splits_one_recovery on wallet_splits (user_id, method) where method is not null',
    'create unique index wallet_splits_one_of_device on wallet_splits (device_id) where is_released',
    `create table wallet_vault_requests (device_id uuid primary key references wallet_devices, asked_at bigint not null, notified_at bigint, ready_at bigint not null, expires_at bigint not null, refuse_hash bytea not null unique)`,
    'create table wallet_mailings (name text primary key, mailed_at bigint not null)',
    'create table wallet_counters (name text primary key, taken_at bigint[] not null, ends_at bigint not null)',
  ],
  // logins at companies
  [
    'alter table wallet_users alter column email_index drop not null, alter column email drop not null',
    `create table wallet_identities (id uuid primary key, user_id uuid not null references wallet_users on delete cascade, subject_index bytea not null unique, email_index bytea, profile bytea not null,
      created_at bigint not null)`,
    'create index wallet_identities_user_id on wallet_identities (user_id)',
    'create index wallet_identities_email_index on wallet_identities (email_index)',
    'alter table wallet_devices add column identity_id uuid references wallet_identities on delete set null',
    'alter table wallet_attempts add column user_id uuid references wallet_users on delete cascade, add column identity_id uuid references wallet_identities on delete cascade',
    `create table wallet_social_attempts (device text primary key, id uuid not null, status text not null, provider text not null, state_hash bytea unique, secrets bytea not null, project_id text,
      origin text not null, browser text not null, created_at bigint not null, expires_at bigint not null, result_hash bytea, identity bytea)`,
    'create index wallet_social_attempts_expires_at on wallet_social_attempts (expires_at)',
    `create table wallet_joins (device text primary key, user_id uuid not null references wallet_users on delete cascade, pending bytea not null, is_wanted boolean not null, project_id text, origin text not null,
      browser text not null, expires_at bigint not null)`,
    'create index wallet_joins_expires_at on wallet_joins (expires_at)',
  ],
  [
    `create table wallet_changes (device_id uuid not null references wallet_devices, kind text not null, id uuid not null, user_id uuid not null references wallet_users, step text not null, email bytea,
      primary_hash bytea, primary_tries integer not null, secondary_hash bytea, secondary_tries integer not null, secondary_at bigint, expires_at bigint not null, primary key (device_id, kind))`,
    'create index wallet_changes_user_id on wallet_changes (user_id)',
    `create table wallet_audit (id uuid primary key, user_id uuid not null references wallet_users, position bigint not null generated always as identity, kind text not null, at bigint not null,
      device_id uuid not null, facts bytea not null)`,
    'create index wallet_audit_user_id on wallet_audit (user_id, at)',
    'create index wallet_audit_at on wallet_audit (at)',
  ],
  // languages of mails
  ['wallet_attempts', 'wallet_social_attempts', 'wallet_joins', 'wallet_devices'].map(
    (table) => `alter table ${table} add column locale text`,
  ),
  // mails that survive the process
  [
    'create table wallet_notices (id uuid primary key, user_id uuid not null, kind text not null, mail bytea not null, created_at bigint not null)',
    'create index wallet_notices_user_id on wallet_notices (user_id)',
    'create index wallet_notices_created_at on wallet_notices (created_at)',
  ],
  // permissions that visitors have granted to sites
  [
    `create table wallet_grants (id uuid primary key, user_id uuid not null references wallet_users, facts bytea not null, granted_at bigint not null, expires_at bigint not null, ended_at bigint)`,
    'create index wallet_grants_user_id on wallet_grants (user_id)',
    'create index wallet_grants_expires_at on wallet_grants (expires_at)',
  ],
]

/** The migrations of the wallet's tables. */
export const migrations: Migrations = { table: 'latchkey_wallet_schema', versions }
