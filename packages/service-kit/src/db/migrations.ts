import { schemaOf } from './database.ts'
import type { Migration } from './Migration.ts'

/** Tables that each authority has separately. */
const ownTables = `
  -- Private keys of the authority, encrypted under its KMS.
  CREATE TABLE authority_keys (
    purpose text PRIMARY KEY,
    ciphertext bytea NOT NULL,
    public_jwk text NOT NULL
  );
  -- Device proofs seen, until they are too old to be accepted again.
  CREATE TABLE spent_proofs (
    jti_hash bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX spent_proofs_by_expiry ON spent_proofs (expires_at);
`

const custodyTables = `
  -- People whose email custody has verified. Custody mints the id that everything else refers to.
  CREATE TABLE people (
    user_id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
  );
  CREATE TABLE known_devices (
    user_id uuid NOT NULL REFERENCES people,
    device_id text NOT NULL,
    first_verified_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, device_id)
  );
  -- One mailed code. It belongs to the device that asked; a newer one of the same device and email supersedes it.
  CREATE TABLE email_attempts (
    attempt_id uuid PRIMARY KEY,
    device_id text NOT NULL,
    email text NOT NULL,
    ip_address text NOT NULL,
    from_known_device boolean NOT NULL,
    code_mac bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries_left smallint NOT NULL,
    superseded boolean NOT NULL DEFAULT false,
    consumed_at timestamptz
  );
  CREATE INDEX email_attempts_by_email ON email_attempts (email, created_at);
  CREATE INDEX email_attempts_by_address ON email_attempts (ip_address, created_at);
  CREATE INDEX email_attempts_by_age ON email_attempts (created_at);
  -- Whoever first keeps a share for a wallet; nobody else can add one.
  CREATE TABLE wallet_owners (
    wallet_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES people,
    UNIQUE (wallet_id, user_id)
  );
  -- Inserted once, never replaced.
  CREATE TABLE recovery_shares (
    wallet_id uuid NOT NULL,
    generation integer NOT NULL,
    user_id uuid NOT NULL,
    ciphertext bytea NOT NULL,
    share_mac bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (wallet_id, generation),
    FOREIGN KEY (wallet_id, user_id) REFERENCES wallet_owners (wallet_id, user_id)
  );
`

const apiTables = `
  CREATE TABLE settings (
    name text PRIMARY KEY,
    value text NOT NULL
  );
  CREATE TABLE users (
    user_id uuid PRIMARY KEY,
    email text,
    created_at timestamptz NOT NULL
  );
  -- Grants of custody that have opened a session.
  CREATE TABLE spent_grants (
    jti text PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE TABLE devices (
    user_id uuid NOT NULL REFERENCES users,
    device_id text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    user_agent text NOT NULL,
    dapp_origin text NOT NULL,
    PRIMARY KEY (user_id, device_id)
  );
  -- A session is a family of refresh tokens, each used once.
  CREATE TABLE sessions (
    session_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    device_id text NOT NULL,
    project_id text NOT NULL,
    dapp_origin text NOT NULL,
    authenticated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
  );
  CREATE INDEX sessions_by_device ON sessions (user_id, device_id);
  CREATE TABLE refresh_tokens (
    token_hash bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  );
  CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
  CREATE TABLE wallets (
    user_id uuid PRIMARY KEY REFERENCES users,
    wallet_id uuid NOT NULL UNIQUE,
    generation integer NOT NULL,
    record text NOT NULL,
    created_at timestamptz NOT NULL
  );
  -- One share a device: deleting the row revokes the device.
  CREATE TABLE auth_shares (
    wallet_id uuid NOT NULL REFERENCES wallets (wallet_id),
    device_id text NOT NULL,
    generation integer NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (wallet_id, device_id)
  );
  CREATE TABLE recovery_auth_shares (
    wallet_id uuid NOT NULL REFERENCES wallets (wallet_id),
    generation integer NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (wallet_id, generation)
  );
  CREATE TABLE audit_log (
    entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id uuid NOT NULL,
    at timestamptz NOT NULL,
    event text NOT NULL,
    device_id text NOT NULL,
    dapp_origin text NOT NULL
  );
  CREATE INDEX audit_log_by_user ON audit_log (user_id, at);
`

/** Creates a schema that only its own role may use. */
const authority = (name: string, tables: string) => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} NOLOGIN; END IF;
  END $$;
  GRANT ${name} TO CURRENT_USER;
  CREATE SCHEMA ${name};
  SET LOCAL search_path = ${name};
  ${tables}
  REVOKE ALL ON SCHEMA ${name} FROM PUBLIC;
  GRANT USAGE ON SCHEMA ${name} TO ${name};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${name};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${name} TO ${name};
`

/** A wallet's owner never changes, and a share is never assigned to another wallet, whatever code runs in custody's role. */
const custodyRights = `
  REVOKE UPDATE, DELETE ON wallet_owners, recovery_shares FROM ${schemaOf.custody};
`

/**
 * All migrations, in order; each is applied once. A schema change is a new entry, never an edit, and each login's rights on it are a row in
 * `rights.ts`. CONTRIBUTING.md has the rules for entries.
 */
export const migrations: readonly Migration[] = [
  {
    name: '0001 two authorities',
    statements:
      authority(schemaOf.api, ownTables + apiTables) +
      authority(schemaOf.custody, ownTables + custodyTables) +
      custodyRights,
  },
  {
    // A service with a separate login may not change the schema, but must be able to check whether it is up to date.
    name: '0002 services read what is applied',
    statements: `
      GRANT USAGE ON SCHEMA public TO ${schemaOf.api}, ${schemaOf.custody};
      GRANT SELECT ON public.latchkey_migrations TO ${schemaOf.api}, ${schemaOf.custody};
    `,
  },
  {
    name: '0003 audit logs of both authorities, names of devices, purposes of codes',
    statements: `
      ALTER TABLE ${schemaOf.api}.devices ADD COLUMN name text NOT NULL DEFAULT '';
      ALTER TABLE ${schemaOf.api}.audit_log ALTER COLUMN dapp_origin DROP NOT NULL;
      CREATE TABLE ${schemaOf.custody}.audit_log (
        entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id uuid NOT NULL,
        at timestamptz NOT NULL,
        event text NOT NULL,
        device_id text NOT NULL,
        dapp_origin text
      );
      CREATE INDEX audit_log_by_user ON ${schemaOf.custody}.audit_log (user_id, at);
      GRANT SELECT, INSERT ON ${schemaOf.custody}.audit_log TO ${schemaOf.custody};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schemaOf.custody} TO ${schemaOf.custody};
      -- What was noted stays, whatever code runs in the role.
      REVOKE UPDATE, DELETE ON ${schemaOf.api}.audit_log FROM ${schemaOf.api};
      -- What a code is good for: a login or the confirmation of a session.
      ALTER TABLE ${schemaOf.custody}.email_attempts ADD COLUMN purpose text NOT NULL DEFAULT 'login';
    `,
  },
  {
    name: '0004 change of email',
    statements: `
      CREATE TABLE ${schemaOf.custody}.email_changes (
        change_id uuid PRIMARY KEY,
        device_id text NOT NULL,
        project_id text NOT NULL,
        dapp_origin text NOT NULL,
        old_email text NOT NULL,
        new_email text NOT NULL,
        -- The two codes; the second one is mailed when the first was right.
        old_attempt_id uuid NOT NULL,
        new_attempt_id uuid,
        user_id uuid,
        created_at timestamptz NOT NULL,
        completed_at timestamptz
      );
      CREATE INDEX email_changes_by_age ON ${schemaOf.custody}.email_changes (created_at);
      -- Links that give an account its old address back. Until then nobody else gets that address.
      CREATE TABLE ${schemaOf.custody}.email_undos (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES ${schemaOf.custody}.people,
        old_email text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX email_undos_by_email ON ${schemaOf.custody}.email_undos (old_email);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${schemaOf.custody}.email_changes, ${schemaOf.custody}.email_undos
        TO ${schemaOf.custody};
      -- The address that the person has said, in a session of their own, is to come.
      ALTER TABLE ${schemaOf.api}.users ADD COLUMN pending_email text;
      -- Addresses that an account may get back.
      CREATE TABLE ${schemaOf.api}.previous_emails (
        user_id uuid NOT NULL REFERENCES ${schemaOf.api}.users,
        email text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, email)
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${schemaOf.api}.previous_emails TO ${schemaOf.api};
    `,
  },
  {
    name: '0005 device links',
    statements: `
      -- A link that approves one device for one email. A newer one of the same device and email replaces it.
      CREATE TABLE ${schemaOf.api}.device_links (
        link_id uuid PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        device_id text NOT NULL,
        email text NOT NULL,
        number text NOT NULL,
        dapp_origin text NOT NULL,
        browser text NOT NULL,
        ip_address text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        superseded boolean NOT NULL DEFAULT false,
        approved_at timestamptz,
        used_at timestamptz
      );
      CREATE INDEX device_links_by_email ON ${schemaOf.api}.device_links (email, created_at);
      CREATE INDEX device_links_by_address ON ${schemaOf.api}.device_links (ip_address, created_at);
      CREATE INDEX device_links_by_age ON ${schemaOf.api}.device_links (created_at);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${schemaOf.api}.device_links TO ${schemaOf.api};
    `,
  },
  {
    // From before the first release: fails on a database whose wallets lack it, and there are none.
    name: '0006 changes of a wallet',
    statements: `
      ALTER TABLE ${schemaOf.api}.wallets ADD COLUMN revision integer NOT NULL;
      -- The half of the pair that the record names, and of no other.
      ALTER TABLE ${schemaOf.api}.recovery_auth_shares
        ADD COLUMN recovery_share_id uuid NOT NULL,
        DROP CONSTRAINT recovery_auth_shares_pkey,
        ADD PRIMARY KEY (wallet_id);
      ALTER TABLE ${schemaOf.custody}.recovery_shares
        ADD COLUMN recovery_share_id uuid NOT NULL,
        -- The newest one for which the share was offered.
        ADD COLUMN revision integer NOT NULL,
        DROP CONSTRAINT recovery_shares_pkey,
        ADD PRIMARY KEY (wallet_id, recovery_share_id);
      -- The share itself stays as it is, or goes as a whole.
      GRANT UPDATE (revision), DELETE ON ${schemaOf.custody}.recovery_shares TO ${schemaOf.custody};
      CREATE INDEX recovery_shares_by_person ON ${schemaOf.custody}.recovery_shares (user_id);
    `,
  },
  {
    name: '0007 rotations of keys',
    statements: [schemaOf.api, schemaOf.custody]
      .map(
        (schema) => `
      -- How far the rows of before a new wrapping key are wrapped by it: the table that is at work, and its last row.
      CREATE TABLE ${schema}.key_rotations (
        rotation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        started_at timestamptz NOT NULL,
        has_new_key boolean NOT NULL DEFAULT false,
        position text,
        finished_at timestamptz
      );
      GRANT SELECT, INSERT, UPDATE ON ${schema}.key_rotations TO ${schema};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${schema};`,
      )
      .concat(`GRANT UPDATE (ciphertext) ON ${schemaOf.custody}.recovery_shares TO ${schemaOf.custody};`)
      .join('\n'),
  },
  {
    name: '0008 logins by providers',
    statements: `
      -- One sign-in at a provider: it belongs to the device that asked, and its answer is exchanged once.
      CREATE TABLE ${schemaOf.api}.social_attempts (
        attempt_id uuid PRIMARY KEY,
        device_id text NOT NULL,
        project_id text NOT NULL,
        dapp_origin text NOT NULL,
        provider text NOT NULL,
        purpose text NOT NULL,
        state_hash bytea NOT NULL UNIQUE,
        code_challenge text NOT NULL,
        nonce text NOT NULL,
        number text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        -- When the provider has sent the person back, with what (encrypted), and what the result page may show for it.
        arrived_at timestamptz,
        callback bytea,
        result_hash bytea,
        released_at timestamptz,
        -- When an exchange began, and what came of it (encrypted): an answer, or the name of the failure.
        taken_at timestamptz,
        answer bytea,
        failure text
      );
      CREATE INDEX social_attempts_by_age ON ${schemaOf.api}.social_attempts (created_at);
      CREATE TABLE ${schemaOf.api}.farcaster_attempts (
        attempt_id uuid PRIMARY KEY,
        device_id text NOT NULL,
        project_id text NOT NULL,
        dapp_origin text NOT NULL,
        purpose text NOT NULL,
        nonce text NOT NULL,
        -- What asks the relay for this channel (encrypted).
        channel bytea NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        -- Until when somebody asks the relay, which tells a message once.
        asking_until timestamptz,
        -- What was signed, and when it has verified; a failure ends the attempt.
        message text,
        signature text,
        user_name text,
        verified_at timestamptz,
        failure text
      );
      CREATE INDEX farcaster_attempts_by_age ON ${schemaOf.api}.farcaster_attempts (created_at);
      -- Identities that the api has seen a device prove, for one grant of custody each.
      CREATE TABLE ${schemaOf.api}.proved_identities (
        attempt_id uuid PRIMARY KEY,
        device_id text NOT NULL,
        project_id text NOT NULL,
        dapp_origin text NOT NULL,
        purpose text NOT NULL,
        provider text NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        email text,
        user_name text,
        proved_at timestamptz NOT NULL
      );
      CREATE INDEX proved_identities_by_device ON ${schemaOf.api}.proved_identities (device_id);
      CREATE INDEX proved_identities_by_age ON ${schemaOf.api}.proved_identities (proved_at);
      -- Whose identity it is, as the api knows; custody has a view of its own.
      CREATE TABLE ${schemaOf.api}.user_logins (
        provider text NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL REFERENCES ${schemaOf.api}.users,
        email text,
        user_name text,
        linked_at timestamptz NOT NULL,
        PRIMARY KEY (provider, issuer, subject)
      );
      CREATE INDEX user_logins_by_user ON ${schemaOf.api}.user_logins (user_id);
      -- Whom a refused sign-in is noted for.
      CREATE INDEX devices_by_device ON ${schemaOf.api}.devices (device_id);
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON ${schemaOf.api}.social_attempts, ${schemaOf.api}.farcaster_attempts, ${schemaOf.api}.proved_identities
        TO ${schemaOf.api};
      -- An identity may be given up, and changes its owner by no code of ours; what the provider calls them may change.
      GRANT SELECT, INSERT, DELETE, UPDATE (email, user_name) ON ${schemaOf.api}.user_logins TO ${schemaOf.api};

      -- A person may have an email, or identities at providers, or both.
      ALTER TABLE ${schemaOf.custody}.people ALTER COLUMN email DROP NOT NULL;
      CREATE TABLE ${schemaOf.custody}.identities (
        provider text NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL REFERENCES ${schemaOf.custody}.people,
        linked_at timestamptz NOT NULL,
        PRIMARY KEY (provider, issuer, subject)
      );
      CREATE INDEX identities_by_person ON ${schemaOf.custody}.identities (user_id);
      -- Whom a refused login is noted for.
      CREATE INDEX known_devices_by_device ON ${schemaOf.custody}.known_devices (device_id);
      -- Nonces that a provider's word has brought, until that word is too old to be accepted again.
      CREATE TABLE ${schemaOf.custody}.spent_nonces (
        nonce text PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX spent_nonces_by_expiry ON ${schemaOf.custody}.spent_nonces (expires_at);
      GRANT SELECT, INSERT, DELETE ON ${schemaOf.custody}.identities TO ${schemaOf.custody};
      GRANT SELECT, INSERT, DELETE ON ${schemaOf.custody}.spent_nonces TO ${schemaOf.custody};
    `,
  },
  {
    name: '0009 networks of sign-ins',
    statements: `
      -- A digest of where the attempt was begun, under its state, to warn whoever comes back in another one.
      ALTER TABLE ${schemaOf.api}.social_attempts ADD COLUMN network text NOT NULL DEFAULT '';
    `,
  },
  {
    name: '0010 begin of an email change',
    statements: `
      -- When the person has said which address is to come.
      ALTER TABLE ${schemaOf.api}.users ADD COLUMN pending_since timestamptz;
    `,
  },
  {
    name: '0011 what accounts did on chains',
    statements: `
      -- Chains that are indexed, and which replica does it at present.
      CREATE TABLE ${schemaOf.api}.indexed_chains (
        chain_id text PRIMARY KEY,
        -- The first block that has not been looked at; null while nobody's account is followed.
        next_block bigint,
        head_block bigint,
        holder uuid,
        held_until timestamptz
      );
      -- The newest blocks that were looked at, to notice when the chain takes them back.
      CREATE TABLE ${schemaOf.api}.indexed_blocks (
        chain_id text NOT NULL,
        block_number bigint NOT NULL,
        block_hash text NOT NULL,
        PRIMARY KEY (chain_id, block_number)
      );
      -- Accounts that somebody has asked for.
      CREATE TABLE ${schemaOf.api}.tracked_accounts (
        chain_id text NOT NULL,
        address text NOT NULL,
        asked_at timestamptz NOT NULL,
        -- From here on everything is known; null until the account is first looked at.
        filled_from bigint,
        -- From here on blocks are read whole; of older ones the transfers of tokens alone.
        walk_from bigint,
        PRIMARY KEY (chain_id, address)
      );
      CREATE INDEX tracked_accounts_by_fill ON ${schemaOf.api}.tracked_accounts (chain_id, filled_from);
      CREATE INDEX tracked_accounts_by_age ON ${schemaOf.api}.tracked_accounts (asked_at);
      -- A transaction as one account sees it.
      CREATE TABLE ${schemaOf.api}.account_transactions (
        chain_id text NOT NULL,
        address text NOT NULL,
        block_number bigint NOT NULL,
        -- Of the transaction in its block; 0 on Solana, whose nodes do not tell.
        position integer NOT NULL,
        hash text NOT NULL,
        operation text NOT NULL,
        mined_at timestamptz NOT NULL,
        sent_from text NOT NULL,
        sent_to text NOT NULL,
        failed boolean NOT NULL,
        nonce bigint NOT NULL,
        transfers jsonb NOT NULL,
        PRIMARY KEY (chain_id, address, block_number, position, hash)
      );
      CREATE INDEX account_transactions_by_time
        ON ${schemaOf.api}.account_transactions (address, mined_at, chain_id, block_number, position, hash);
      CREATE INDEX account_transactions_by_block ON ${schemaOf.api}.account_transactions (chain_id, block_number);
      -- Tokens that an account has sent or received at any time.
      CREATE TABLE ${schemaOf.api}.account_tokens (
        chain_id text NOT NULL,
        address text NOT NULL,
        contract text NOT NULL,
        seen_block bigint NOT NULL,
        PRIMARY KEY (chain_id, address, contract)
      );
      -- Solana: which signatures of an account, and of each of its token accounts, have been looked at, from one to the other.
      CREATE TABLE ${schemaOf.api}.signature_ranges (
        chain_id text NOT NULL,
        address text NOT NULL,
        source text NOT NULL,
        newest text,
        oldest text,
        is_filled boolean NOT NULL DEFAULT false,
        PRIMARY KEY (chain_id, address, source)
      );
      -- What contracts say of themselves; null is what they do not say.
      CREATE TABLE ${schemaOf.api}.token_facts (
        chain_id text NOT NULL,
        contract text NOT NULL,
        name text NOT NULL,
        symbol text NOT NULL,
        decimals smallint,
        read_at timestamptz NOT NULL,
        PRIMARY KEY (chain_id, contract)
      );
      GRANT SELECT, INSERT, UPDATE ON ${schemaOf.api}.indexed_chains, ${schemaOf.api}.token_facts TO ${schemaOf.api};
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON ${schemaOf.api}.tracked_accounts, ${schemaOf.api}.account_tokens, ${schemaOf.api}.signature_ranges
        TO ${schemaOf.api};
      -- What was mined does not change: blocks that the chain takes back go, with what was in them.
      GRANT SELECT, INSERT, DELETE
        ON ${schemaOf.api}.indexed_blocks, ${schemaOf.api}.account_transactions
        TO ${schemaOf.api};
    `,
  },
  {
    name: '0012 limits on what one account costs the index',
    statements: `
      ALTER TABLE ${schemaOf.api}.tracked_accounts
        -- How many rows were written, those included that were there already.
        ADD COLUMN row_count integer NOT NULL DEFAULT 0,
        -- More has happened there than is kept: its past stays as it is.
        ADD COLUMN is_busy boolean NOT NULL DEFAULT false,
        -- How often its past could not be read since it last could: those that fail wait behind all others.
        ADD COLUMN fill_failures integer NOT NULL DEFAULT 0,
        -- Solana: null until the account is first looked at.
        ADD COLUMN looked_at timestamptz;
      CREATE INDEX tracked_accounts_to_fill
        ON ${schemaOf.api}.tracked_accounts (chain_id, fill_failures, filled_from DESC) WHERE NOT is_busy;
      CREATE INDEX tracked_accounts_by_rows ON ${schemaOf.api}.tracked_accounts (chain_id, row_count);
    `,
  },
  {
    name: '0013 permissions',
    statements: `
      -- What accounts have let others do in their name (ERC-7715). The chain enforces it; this is so that people see it.
      CREATE TABLE ${schemaOf.api}.permissions (
        user_id uuid NOT NULL REFERENCES ${schemaOf.api}.users,
        chain_id text NOT NULL,
        account text NOT NULL,
        pci text NOT NULL,
        dapp_origin text NOT NULL,
        signer text NOT NULL,
        expires_at timestamptz NOT NULL,
        -- The permissions and policies as JSON, as text so that it comes back as it was.
        terms text NOT NULL,
        context text NOT NULL,
        created_at timestamptz NOT NULL,
        revoked_at timestamptz,
        PRIMARY KEY (user_id, chain_id, account, pci)
      );
      -- An imported account may be several people's.
      CREATE INDEX permissions_by_account ON ${schemaOf.api}.permissions (account, pci);
      GRANT SELECT, INSERT, DELETE ON ${schemaOf.api}.permissions TO ${schemaOf.api};
      GRANT UPDATE (revoked_at) ON ${schemaOf.api}.permissions TO ${schemaOf.api};
    `,
  },
  {
    name: '0014 sponsored operations',
    statements: `
      -- What projects have promised to pay for operations of smart accounts, by the most that each can cost until it is known
      -- what it has cost.
      CREATE TABLE ${schemaOf.api}.sponsored_operations (
        chain_id text NOT NULL,
        operation_hash text NOT NULL,
        project_id text NOT NULL,
        user_id uuid NOT NULL REFERENCES ${schemaOf.api}.users,
        sender text NOT NULL,
        nonce numeric(78, 0) NOT NULL,
        -- In wei; 0 when the operation was never mined and cannot be any more.
        cost_wei numeric(78, 0) NOT NULL,
        valid_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        looked_at timestamptz,
        settled_at timestamptz,
        PRIMARY KEY (chain_id, operation_hash)
      );
      CREATE INDEX sponsored_operations_by_project
        ON ${schemaOf.api}.sponsored_operations (project_id, chain_id, created_at);
      CREATE INDEX sponsored_operations_by_age ON ${schemaOf.api}.sponsored_operations (created_at);
      GRANT SELECT, INSERT, DELETE ON ${schemaOf.api}.sponsored_operations TO ${schemaOf.api};
      GRANT UPDATE (cost_wei, looked_at, settled_at) ON ${schemaOf.api}.sponsored_operations TO ${schemaOf.api};
    `,
  },
  {
    name: '0015 where sponsored operations begin',
    statements: `
      -- The newest block when it was promised: it is in none before. Null of what was promised before this was noted.
      ALTER TABLE ${schemaOf.api}.sponsored_operations ADD COLUMN from_block bigint;
    `,
  },
  {
    name: '0016 retention',
    statements: [schemaOf.api, schemaOf.custody]
      .map(
        (schema) => `
      -- The one way for an authority to remove audit entries: the oldest, and none that is younger than 90 days.
      CREATE FUNCTION ${schema}.forget_audit(before timestamptz, max_rows integer) RETURNS bigint
        LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $forget$
          WITH removed AS (
            DELETE FROM ${schema}.audit_log WHERE entry_id IN (
              SELECT entry_id FROM (SELECT entry_id, at FROM ${schema}.audit_log ORDER BY entry_id LIMIT max_rows) AS oldest
              WHERE at < least(before, now() - interval '90 days')
            ) RETURNING 1
          )
          SELECT count(*) FROM removed
        $forget$;
      REVOKE ALL ON FUNCTION ${schema}.forget_audit FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${schema}.forget_audit TO ${schema};`,
      )
      .join('\n'),
  },
  {
    name: '0017 what a process must know',
    statements: `
      -- Of a migration that removes something: the first one that every process must know since then.
      ALTER TABLE public.latchkey_migrations ADD COLUMN needs text;
    `,
  },
  {
    name: '0018 indexes for retention',
    indexes: [
      { schema: schemaOf.api, name: 'spent_grants_by_expiry', on: 'spent_grants (expires_at)' },
      { schema: schemaOf.api, name: 'refresh_tokens_by_expiry', on: 'refresh_tokens (expires_at)' },
      { schema: schemaOf.api, name: 'sessions_by_expiry', on: 'sessions (expires_at)' },
      { schema: schemaOf.api, name: 'devices_by_use', on: 'devices (last_used_at)' },
    ],
  },
  {
    name: '0019 one account for an email',
    statements: `
      -- Whose an email is. It is given by a proof that the api has seen, to one account, in the transaction that believes it.
      CREATE TABLE ${schemaOf.api}.emails (
        email text PRIMARY KEY CHECK (email = lower(email)),
        user_id uuid NOT NULL UNIQUE REFERENCES ${schemaOf.api}.users
      );
      -- Addresses that a session has prepared for its account. They belong to nobody, and keep nobody from theirs.
      CREATE TABLE ${schemaOf.api}.email_changes (
        change_id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES ${schemaOf.api}.users,
        session_id uuid NOT NULL,
        new_email text NOT NULL,
        -- Of the link in the mail to it; null where the mailbox is not asked.
        token_hash bytea UNIQUE,
        dapp_origin text NOT NULL,
        ip_address text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        approved_at timestamptz,
        -- Replaced by a newer one, or finished.
        is_over boolean NOT NULL DEFAULT false
      );
      CREATE INDEX email_changes_by_user ON ${schemaOf.api}.email_changes (user_id);
      CREATE INDEX email_changes_by_email ON ${schemaOf.api}.email_changes (new_email, created_at);
      CREATE INDEX email_changes_by_network ON ${schemaOf.api}.email_changes (ip_address, created_at);
      CREATE INDEX email_changes_by_age ON ${schemaOf.api}.email_changes (created_at);
    `,
  },
  {
    name: '0020 indexes on emails',
    indexes: [
      { schema: schemaOf.api, name: 'users_by_email', on: 'users (lower(email))' },
      { schema: schemaOf.api, name: 'previous_emails_by_email', on: 'previous_emails (email)' },
    ],
  },
  {
    name: '0021 restores',
    statements: `
      ${[schemaOf.api, schemaOf.custody]
        .map(
          (schema) => `
      -- When this database was put back from a backup: what was issued before counts no more.
      CREATE TABLE ${schema}.restores (
        restore_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL
      );`,
        )
        .join('')}
      -- It has not signed in since a restore: it may have been revoked after the backup.
      ALTER TABLE ${schemaOf.api}.devices ADD COLUMN is_unproved boolean NOT NULL DEFAULT false;
      -- After a restore a device has reported this revision, which is later than ours.
      ALTER TABLE ${schemaOf.api}.wallets ADD COLUMN reported_revision integer;
    `,
  },
  {
    name: '0022 what mails are counted for, known networks, days of questions',
    statements: `
      ALTER TABLE ${schemaOf.custody}.email_attempts
        ADD COLUMN wide_network text,
        ADD COLUMN widest_network text,
        ADD COLUMN from_known_network boolean NOT NULL DEFAULT false;
      ALTER TABLE ${schemaOf.api}.device_links
        ADD COLUMN wide_network text,
        ADD COLUMN widest_network text,
        ADD COLUMN from_known_network boolean NOT NULL DEFAULT false;
      -- Networks in which users signed in, as a keyed digest of network and email address, for a limited time.
      CREATE TABLE ${schemaOf.custody}.known_networks (
        user_id uuid NOT NULL REFERENCES ${schemaOf.custody}.people ON DELETE CASCADE,
        network_mac bytea NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (network_mac, user_id)
      );
      CREATE INDEX known_networks_by_age ON ${schemaOf.custody}.known_networks (seen_at);
      CREATE INDEX known_networks_by_user ON ${schemaOf.custody}.known_networks (user_id);
      CREATE TABLE ${schemaOf.api}.known_networks (
        user_id uuid NOT NULL REFERENCES ${schemaOf.api}.users ON DELETE CASCADE,
        network_mac bytea NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (network_mac, user_id)
      );
      CREATE INDEX known_networks_by_age ON ${schemaOf.api}.known_networks (seen_at);
      CREATE INDEX known_networks_by_user ON ${schemaOf.api}.known_networks (user_id);
      -- On how many days an account was asked for.
      ALTER TABLE ${schemaOf.api}.tracked_accounts ADD COLUMN asked_days integer NOT NULL DEFAULT 1;
    `,
  },
  {
    name: '0023 indexes for networks that mails are counted for',
    indexes: [
      {
        schema: schemaOf.custody,
        name: 'email_attempts_by_wide_network',
        on: 'email_attempts (wide_network, created_at) WHERE wide_network IS NOT NULL',
      },
      {
        schema: schemaOf.custody,
        name: 'email_attempts_by_widest_network',
        on: 'email_attempts (widest_network, created_at) WHERE widest_network IS NOT NULL',
      },
      {
        schema: schemaOf.api,
        name: 'device_links_by_wide_network',
        on: 'device_links (wide_network, created_at) WHERE wide_network IS NOT NULL',
      },
      {
        schema: schemaOf.api,
        name: 'device_links_by_widest_network',
        on: 'device_links (widest_network, created_at) WHERE widest_network IS NOT NULL',
      },
    ],
  },
  {
    name: '0024 when keys were changed',
    statements: [schemaOf.api, schemaOf.custody]
      .map(
        (schema) => `
      -- Since when a key is the next one, the one in use or the one of before.
      ALTER TABLE ${schema}.authority_keys ADD COLUMN changed_at timestamptz;`,
      )
      .join(''),
  },
  {
    name: '0025 changes of email that both have made',
    statements: `
      -- When the api said that it has the new address too. Until then the old one goes back to its person at their next sign-in.
      ALTER TABLE ${schemaOf.custody}.email_undos ADD COLUMN settled_at timestamptz;
    `,
  },
  {
    name: '0026 addresses that login providers have verified',
    statements: `
      -- As of the last sign-in; null where the provider has verified none.
      ALTER TABLE ${schemaOf.custody}.identities ADD COLUMN email text;
    `,
  },
  {
    name: '0027 an index of addresses that login providers have verified',
    indexes: [
      {
        schema: schemaOf.custody,
        name: 'identities_by_email',
        on: 'identities (email, linked_at) WHERE email IS NOT NULL',
      },
    ],
  },
  {
    name: '0028 ID tokens and sessions of wallets',
    statements: `
      -- How an account is called in one project, and nowhere else: a random value, the same for as long as the account is there.
      CREATE TABLE ${schemaOf.api}.subjects (
        project_id text NOT NULL,
        -- \`user:\` and the id, or \`wallet:\` and whose key or contract signs.
        owner text NOT NULL,
        subject text NOT NULL UNIQUE,
        -- Null of a wallet that is no account of ours.
        user_id uuid REFERENCES ${schemaOf.api}.users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (project_id, owner)
      );
      CREATE INDEX subjects_by_user ON ${schemaOf.api}.subjects (user_id) WHERE user_id IS NOT NULL;
      -- Nonces of sign-in messages that are yet to be used.
      CREATE TABLE ${schemaOf.api}.siwx_nonces (
        nonce_hash bytea PRIMARY KEY,
        project_id text NOT NULL,
        origin text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX siwx_nonces_by_expiry ON ${schemaOf.api}.siwx_nonces (expires_at);
      -- Of accounts that have signed a sign-in message, on one page each.
      CREATE TABLE ${schemaOf.api}.siwx_sessions (
        token_hash bytea PRIMARY KEY,
        project_id text NOT NULL,
        origin text NOT NULL,
        -- CAIP-10.
        account text NOT NULL,
        -- As in \`subjects\`.
        owner text NOT NULL,
        signed_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX siwx_sessions_by_expiry ON ${schemaOf.api}.siwx_sessions (expires_at);
      -- How the user has last proved themselves in it; null of sessions of the release before.
      ALTER TABLE ${schemaOf.api}.sessions ADD COLUMN proved_by text;
    `,
  },
  {
    name: '0029 emails that users give to projects',
    statements: `
      -- Codes by which a page's user gives their address. Apart from what signs in.
      CREATE TABLE ${schemaOf.api}.email_capture_attempts (
        attempt_id uuid PRIMARY KEY,
        project_id text NOT NULL,
        dapp_origin text NOT NULL,
        -- CAIP-10, as the page reports it.
        account text NOT NULL,
        email text NOT NULL,
        purpose text NOT NULL,
        code_mac bytea NOT NULL,
        ip_address text NOT NULL,
        wide_network text,
        widest_network text,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        tries_left integer NOT NULL,
        consumed_at timestamptz
      );
      CREATE INDEX email_capture_attempts_by_email ON ${schemaOf.api}.email_capture_attempts (email, created_at);
      CREATE INDEX email_capture_attempts_by_network ON ${schemaOf.api}.email_capture_attempts (ip_address, created_at);
      CREATE INDEX email_capture_attempts_by_wide_network ON ${schemaOf.api}.email_capture_attempts (wide_network, created_at)
        WHERE wide_network IS NOT NULL;
      CREATE INDEX email_capture_attempts_by_widest_network ON ${schemaOf.api}.email_capture_attempts (widest_network, created_at)
        WHERE widest_network IS NOT NULL;
      CREATE INDEX email_capture_attempts_by_age ON ${schemaOf.api}.email_capture_attempts (created_at);
      -- What users have given to projects, and what for.
      CREATE TABLE ${schemaOf.api}.captured_emails (
        project_id text NOT NULL,
        account text NOT NULL,
        email text NOT NULL,
        purpose text NOT NULL,
        dapp_origin text NOT NULL,
        -- Whose account it is, where that is one of ours: the row goes with it.
        user_id uuid REFERENCES ${schemaOf.api}.users ON DELETE CASCADE,
        given_at timestamptz NOT NULL,
        PRIMARY KEY (project_id, account, email)
      );
      CREATE INDEX captured_emails_by_user ON ${schemaOf.api}.captured_emails (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX captured_emails_by_age ON ${schemaOf.api}.captured_emails (given_at);
      CREATE INDEX captured_emails_by_email ON ${schemaOf.api}.captured_emails (email);
    `,
  },
  {
    name: '0030 sign-ins at apps by OpenID Connect',
    statements: `
      -- What the OpenID Provider keeps for minutes, found by the digest of its id and sealed with a key made of the id.
      CREATE TABLE ${schemaOf.api}.oidc_records (
        record_hash bytea PRIMARY KEY,
        -- What ends with a grant: the digest of that one's id.
        grant_hash bytea,
        sealed bytea NOT NULL,
        created_at timestamptz NOT NULL,
        consumed_at timestamptz,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX oidc_records_by_grant ON ${schemaOf.api}.oidc_records (grant_hash) WHERE grant_hash IS NOT NULL;
      CREATE INDEX oidc_records_by_expiry ON ${schemaOf.api}.oidc_records (expires_at);
    `,
  },
  {
    name: '0031 allowances that accounts have set',
    statements: `
      -- Tokens and spenders of ERC-20 allowances that an account has set at any time. What each is now, the token knows.
      CREATE TABLE ${schemaOf.api}.account_approvals (
        chain_id text NOT NULL,
        address text NOT NULL,
        contract text NOT NULL,
        spender text NOT NULL,
        seen_block bigint NOT NULL,
        seen_at timestamptz NOT NULL,
        -- By a transaction or user operation of the account.
        is_own boolean NOT NULL,
        PRIMARY KEY (chain_id, address, contract, spender)
      );
      -- Accounts that a release before has looked at have to be looked at again.
      ALTER TABLE ${schemaOf.api}.tracked_accounts ADD COLUMN knows_approvals boolean NOT NULL DEFAULT false;
    `,
  },
  {
    name: '0032 purchases at providers and exchanges',
    formerly: '0032 purchases at providers',
    statements: `
      -- What was begun elsewhere, and what the account held before, until the chain shows what has arrived.
      -- Some databases have this table by the row of the former name, without the kind.
      CREATE TABLE IF NOT EXISTS ${schemaOf.api}.purchases (
        purchase_id uuid PRIMARY KEY,
        kind text NOT NULL,
        project_id text NOT NULL,
        provider text NOT NULL,
        reference text NOT NULL,
        chain_id text NOT NULL,
        address text NOT NULL,
        contract text,
        minimum text NOT NULL,
        held_before text NOT NULL,
        block_before bigint,
        state text NOT NULL DEFAULT 'waiting',
        tx_hash text,
        arrived_amount text,
        created_at timestamptz NOT NULL,
        UNIQUE (provider, reference)
      );
      CREATE INDEX IF NOT EXISTS purchases_by_transfer ON ${schemaOf.api}.purchases (chain_id, tx_hash) WHERE tx_hash IS NOT NULL;
      CREATE INDEX IF NOT EXISTS purchases_by_age ON ${schemaOf.api}.purchases (created_at);
    `,
  },
  {
    name: '0033 names of a zone',
    statements: `
      -- Names that accounts have registered with this operator.
      CREATE TABLE ${schemaOf.api}.zone_names (
        zone text NOT NULL,
        label text NOT NULL,
        -- Equal for labels that look alike.
        skeleton text NOT NULL,
        -- Null once the name is released: no other account can register it until retention removes the row.
        address text,
        coin_type bigint,
        attributes jsonb NOT NULL,
        registered_at timestamptz NOT NULL,
        released_at timestamptz,
        PRIMARY KEY (zone, label),
        UNIQUE (zone, skeleton),
        UNIQUE (zone, address)
      );
      CREATE INDEX zone_names_by_release ON ${schemaOf.api}.zone_names (released_at) WHERE released_at IS NOT NULL;
    `,
  },
  {
    name: '0034 operators of NFT collections that accounts have set',
    statements: `
      -- The release before looked for allowances of ERC-20 only: accounts that it has looked at have to be looked at again.
      ALTER TABLE ${schemaOf.api}.tracked_accounts ADD COLUMN knows_operators boolean NOT NULL DEFAULT false;
    `,
  },
  {
    name: '0035 when a later revision of a wallet was reported',
    statements: `
      -- A report closes recovery for a while only; one of a release before gets its time when it is made again.
      ALTER TABLE ${schemaOf.api}.wallets ADD COLUMN reported_at timestamptz;
    `,
  },
  {
    name: '0036 the records that led to a wallet',
    statements: `
      -- Devices keep them, to send them again after a restore. Of wallets of before, those of the next changes only.
      ALTER TABLE ${schemaOf.api}.wallets ADD COLUMN history jsonb NOT NULL DEFAULT '[]';
    `,
  },
  {
    name: '0037 purchases without a kind',
    statements: `
      -- Written by no release; a later one drops it.
      ALTER TABLE ${schemaOf.api}.purchases ADD COLUMN IF NOT EXISTS kind text;
      ALTER TABLE ${schemaOf.api}.purchases ALTER COLUMN kind DROP NOT NULL;
    `,
  },
  {
    name: '0038 recovery shares that custody has dropped',
    statements: `
      -- They are not taken again, until an epoch begins. Those that a release before has dropped are not known.
      CREATE TABLE ${schemaOf.custody}.dropped_recovery_shares (
        wallet_id uuid NOT NULL,
        recovery_share_id uuid NOT NULL,
        PRIMARY KEY (wallet_id, recovery_share_id)
      );
    `,
  },
  {
    name: '0039 events of pages',
    statements: `
      -- What pages report of themselves (telemetry). Repeated events have the same id.
      CREATE TABLE ${schemaOf.api}.telemetry_events (
        project_id text NOT NULL,
        event_id text NOT NULL,
        name text NOT NULL,
        page text,
        address text,
        properties jsonb NOT NULL,
        happened_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        PRIMARY KEY (project_id, event_id)
      );
      CREATE INDEX telemetry_events_by_age ON ${schemaOf.api}.telemetry_events (received_at);
    `,
  },
  {
    name: '0040 sales at providers',
    statements: `
      -- Sales that were begun at providers. The first address that a provider names is kept: another is never sent to.
      CREATE TABLE ${schemaOf.api}.sales (
        sale_id uuid PRIMARY KEY,
        project_id text NOT NULL,
        provider text NOT NULL,
        reference text NOT NULL,
        chain_id text NOT NULL,
        contract text,
        amount text NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        deposit_address text,
        expires_at timestamptz,
        is_changed boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL,
        UNIQUE (provider, reference)
      );
      CREATE INDEX sales_by_age ON ${schemaOf.api}.sales (created_at);
    `,
  },
  {
    name: '0041 what a sale is of',
    statements: `
      -- As the provider calls token and network: it must name the same when it asks for the transfer.
      ALTER TABLE ${schemaOf.api}.sales ADD COLUMN symbol text, ADD COLUMN network text;
    `,
  },
]
