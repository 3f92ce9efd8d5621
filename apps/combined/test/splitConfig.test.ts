import { describe, expect, test } from 'vitest'
import { readApiConfig } from '../../api/src/apiConfig.ts'
import { readCustodyConfig } from '../../custody/src/custodyConfig.ts'

const common = {
  PORT: '3002',
  PUBLIC_URL: 'https://api.example',
  WALLET_ORIGIN: 'https://wallet.example',
  DATABASE_URL: 'postgres://latchkey_api:secret@db/latchkey',
  KEY_RING_FILE: '/keys/own.json',
  PROJECTS_FILE: '/projects.json',
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'Latchkey <login@example.com>',
}
const api = { ...common, VAULT_ORIGIN: 'https://vault.example', CUSTODY_KEYS_URL: 'http://custody:3012' }
const custody = { ...common, API_KEYS_URL: 'http://api:3002' }

test('each process reads its own settings', () => {
  expect(readApiConfig({ ...api, DATABASE_POOL: '25' })).toMatchObject({
    port: 3002,
    databasePool: 25,
    custodyKeysUrl: 'http://custody:3012',
    kms: { file: '/keys/own.json' },
  })
  expect(readCustodyConfig(custody)).toMatchObject({
    publicUrl: 'https://api.example',
    smtpUrl: custody.SMTP_URL,
    apiKeysUrl: 'http://api:3002',
  })
})

test.each([
  ['api', readApiConfig, api],
  ['custody', readCustodyConfig, custody],
] as const)('%s names every setting that is missing', (_, read, variables) => {
  for (const name of Object.keys(variables)) expect(() => read({ ...variables, [name]: undefined })).toThrow(name)
})

test.each<[string, Record<string, string>]>([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://api.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://vault.example' }],
  ['WALLET_ORIGIN', { WALLET_ORIGIN: 'http://wallet.example' }],
  ['VAULT_ORIGIN', { VAULT_ORIGIN: 'http://vault.example' }],
  ['VAULT_ORIGIN', { VAULT_ORIGIN: common.WALLET_ORIGIN }],
  ['WALLET_ORIGIN', { WALLET_ORIGIN: 'http://localhost.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'folder' }],
  ['CUSTODY_KEYS_URL', { CUSTODY_KEYS_URL: 'http://custody.example:3012' }],
  ['CUSTODY_KEYS_URL', { CUSTODY_KEYS_URL: 'http://10.0.0.5:3012' }],
  ['NODES', { NODES: '{"eip155:1":["http://node.example"]}' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'false' }],
])('the api refuses an unsafe %s: %o', (name, change) => {
  expect(() => readApiConfig({ ...api, ...change })).toThrow(name)
})

test.each([
  ['api', (change: Record<string, string>) => readApiConfig({ ...api, ...change })],
  ['custody', (change: Record<string, string>) => readCustodyConfig({ ...custody, ...change })],
])('the %s does not start on the wallet’s origin, where its pages would be the wallet’s own', (_, read) => {
  const words = 'PUBLIC_URL: must be another origin than WALLET_ORIGIN; give this service a host name of its own'
  for (const PUBLIC_URL of ['https://wallet.example', 'https://wallet.example:443', 'https://WALLET.example'])
    expect(() => read({ PUBLIC_URL })).toThrow(words)
})

test.each<[string, Record<string, string>]>([
  ['API_KEYS_URL', { API_KEYS_URL: 'http://api.example:3002' }],
  ['API_KEYS_URL', { API_KEYS_URL: 'http://[fd00::5]:3002' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'false' }],
])('custody refuses an unsafe %s: %o', (name, change) => {
  expect(() => readCustodyConfig({ ...custody, ...change })).toThrow(name)
})

test('the authorities and nodes may be asked in plain on this machine, and between containers', () => {
  for (const url of ['http://custody:3012', 'http://127.0.0.1:3012', 'https://custody.example'])
    expect(readApiConfig({ ...api, CUSTODY_KEYS_URL: url, NODES: '{"eip155:1":["http://geth:8545"]}' })).toMatchObject({
      custodyKeysUrl: url,
    })
})

test('neither mails without caps outside one machine, and neither shows a password', () => {
  expect(() => readCustodyConfig({ ...custody, EMAIL_LIMITS: 'false' })).toThrow('EMAIL_LIMITS')
  expect(() => readApiConfig({ ...api, EMAIL_LIMITS: 'false' })).toThrow('EMAIL_LIMITS')
  const here = { ...custody, EMAIL_LIMITS: 'false', WALLET_ORIGIN: 'http://localhost:3001' }
  expect(readCustodyConfig(here).limits).toEqual({ calls: true, mails: false })
  expect(() => readCustodyConfig({ ...custody, DATABASE_URL: 'mysql://user:secret@db' })).not.toThrow('secret')
})

test.each(['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001', 'http://wallet.localhost:3001'])(
  'plain http is for this machine: %s',
  (origin) => {
    const own = { PUBLIC_URL: 'http://localhost:3002', VAULT_ORIGIN: 'http://localhost:3011' }
    const variables = { ...api, ...own, WALLET_ORIGIN: origin }
    expect(readApiConfig(variables).walletOrigin).toBe(origin)
  },
)

test('keys are in a file or in AWS KMS, all of whose settings are named when one is missing', () => {
  const { KEY_RING_FILE: _, ...without } = api
  const aws = {
    AWS_KMS_KEY_ID: 'alias/shares',
    AWS_KMS_MAC_KEY_ID: 'alias/macs',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readApiConfig({ ...without, ...aws }).kms).toMatchObject({
    aws: { keyId: 'alias/shares', macKeyId: 'alias/macs' },
  })
  expect(() => readApiConfig({ ...api, ...aws })).toThrow('KEY_RING_FILE')
  for (const name of Object.keys(aws)) {
    const read = () => readApiConfig({ ...without, ...aws, [name]: undefined })
    expect(read).toThrow(name)
    expect(read).not.toThrow('secret')
  }
})

test('without credentials in the settings AWS KMS is asked in the role that the process has', () => {
  const { KEY_RING_FILE: _, ...without } = api
  const aws = { AWS_KMS_KEY_ID: 'alias/shares', AWS_KMS_MAC_KEY_ID: 'alias/macs', AWS_REGION: 'eu-central-1' }
  const { kms } = readApiConfig({ ...without, ...aws })
  expect(kms).toMatchObject({ aws: { region: 'eu-central-1' } })
  expect(kms).not.toHaveProperty('aws.credentials')
  expect(() => readApiConfig({ ...without, ...aws, AWS_SESSION_TOKEN: 'token' })).toThrow('AWS_ACCESS_KEY_ID: needed')
})

describe('keys in Vault', () => {
  const { KEY_RING_FILE: _, ...without } = api
  const vault = {
    ...without,
    VAULT_ADDR: 'https://vault.internal:8200',
    VAULT_TRANSIT_KEY: 'api-shares',
    VAULT_TRANSIT_MAC_KEY: 'api-macs',
  }

  test.each<[string, Record<string, string>, object]>([
    ['a token', { VAULT_TOKEN: 'hvs.x' }, { by: 'token', token: 'hvs.x' }],
    ['the file of an agent', { VAULT_AGENT_TOKEN_FILE: '/vault/token' }, { by: 'tokenFile', file: '/vault/token' }],
    [
      'an AppRole',
      { VAULT_ROLE_ID: 'r', VAULT_SECRET_ID: 's' },
      { by: 'appRole', mount: 'approle', roleId: 'r', secretId: 's' },
    ],
    [
      'a role of Kubernetes',
      { VAULT_KUBERNETES_ROLE: 'api', VAULT_KUBERNETES_MOUNT: 'cluster-1' },
      {
        by: 'kubernetes',
        mount: 'cluster-1',
        role: 'api',
        tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
      },
    ],
  ])('are reached with %s', (_, login, expected) => {
    const { kms } = readApiConfig({ ...vault, ...login })
    expect(kms).toMatchObject({ vault: { address: 'https://vault.internal:8200', mount: 'transit', login: expected } })
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['VAULT_TOKEN: one way', {}],
    ['VAULT_TOKEN: one way', { VAULT_TOKEN: 'hunter2', VAULT_KUBERNETES_ROLE: 'api' }],
    ['VAULT_TOKEN: one way', { VAULT_ROLE_ID: 'hunter2' }],
    ['VAULT_TRANSIT_KEY: needed', { VAULT_TOKEN: 'hunter2', VAULT_TRANSIT_KEY: undefined }],
    ['VAULT_TRANSIT_MAC_KEY: needed', { VAULT_TOKEN: 'hunter2', VAULT_TRANSIT_MAC_KEY: undefined }],
    ['VAULT_TRANSIT_MAC_KEY: must be another key', { VAULT_TOKEN: 'hunter2', VAULT_TRANSIT_MAC_KEY: 'api-shares' }],
    ['VAULT_TRANSIT_KEY: must be a name', { VAULT_TOKEN: 'hunter2', VAULT_TRANSIT_KEY: '../sys' }],
    ['VAULT_ADDR: must be https://', { VAULT_TOKEN: 'hunter2', VAULT_ADDR: 'http://vault.internal:8200' }],
    ['KEY_RING_FILE: there is VAULT_ADDR too', { VAULT_TOKEN: 'hunter2', KEY_RING_FILE: '/keys/ring.json' }],
    ['AWS_KMS_KEY_ID: there is VAULT_ADDR too', { VAULT_TOKEN: 'hunter2', AWS_KMS_KEY_ID: 'alias/shares' }],
  ])('%s, and no secret is shown', (words, change) => {
    const read = () => readApiConfig({ ...vault, ...change })
    expect(read).toThrow(words)
    expect(read).not.toThrow('hunter2')
  })

  test('an agent on this machine may listen without TLS', () => {
    const agent = { ...vault, VAULT_ADDR: 'http://127.0.0.1:8200', VAULT_TOKEN: 'hvs.x' }
    expect(readApiConfig(agent).kms).toMatchObject({ vault: { address: 'http://127.0.0.1:8200' } })
  })
})

test('providers are set up at both, and the secrets at the api alone', () => {
  const client = { SOCIAL_GITHUB_CLIENT_ID: 'client' }
  const secret = { SOCIAL_GITHUB_CLIENT_SECRET: 'of the client' }
  const told = { clientId: 'client', issuer: 'https://github.com' }
  expect(readApiConfig({ ...api, ...client, ...secret }).social.github).toMatchObject(told)
  expect(readCustodyConfig({ ...custody, ...client }).identityProviders).toEqual({ github: told })
  expect(() => readCustodyConfig({ ...custody, ...client, ...secret })).toThrow('SOCIAL_GITHUB_CLIENT_SECRET')
  expect(readApiConfig(api).social).toEqual({})
  expect(readCustodyConfig(custody).identityProviders).toEqual({})
})

test.each([
  ['api', (change: Record<string, string>) => readApiConfig({ ...api, ...change }).farcaster],
  ['custody', (change: Record<string, string>) => readCustodyConfig({ ...custody, ...change }).farcaster],
])('Farcaster is on at %s when its relay and its chain are both set, and safe', (_, read) => {
  const relay = { FARCASTER_RELAY_URL: 'https://relay.example' }
  const rpc = { FARCASTER_RPC_URL: 'https://node.example/v2/key' }
  expect(read({})).toBeNull()
  expect(read({ FARCASTER_RELAY_URL: '', FARCASTER_RPC_URL: '' })).toBeNull()
  expect(read({ ...relay, ...rpc })).toEqual({
    relayUrl: relay.FARCASTER_RELAY_URL,
    rpcUrl: rpc.FARCASTER_RPC_URL,
  })
  for (const change of [relay, rpc, { ...relay, FARCASTER_RPC_URL: 'http://node.example/key' }]) {
    expect(() => read(change)).toThrow('FARCASTER_')
    expect(() => read(change)).not.toThrow('/key')
  }
})
