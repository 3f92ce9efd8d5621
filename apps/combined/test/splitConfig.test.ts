import { expect, test } from 'vitest'
import { readApiConfig } from '../../api/src/apiConfig.ts'
import { readCustodyConfig } from '../../custody/src/custodyConfig.ts'

const common = {
  PORT: '3002',
  PUBLIC_URL: 'https://wallet.example',
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
  expect(readApiConfig(api)).toMatchObject({
    port: 3002,
    custodyKeysUrl: 'http://custody:3012',
    kms: { file: '/keys/own.json' },
  })
  expect(readCustodyConfig(custody)).toMatchObject({
    publicUrl: 'https://wallet.example',
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
  ['PUBLIC_URL', { PUBLIC_URL: 'http://wallet.example' }],
  ['WALLET_ORIGIN', { WALLET_ORIGIN: 'http://wallet.example' }],
  ['VAULT_ORIGIN', { VAULT_ORIGIN: 'http://vault.example' }],
  ['VAULT_ORIGIN', { VAULT_ORIGIN: common.WALLET_ORIGIN }],
  ['WALLET_ORIGIN', { WALLET_ORIGIN: 'http://localhost.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'folder' }],
])('the api refuses an unsafe %s: %o', (name, change) => {
  expect(() => readApiConfig({ ...api, ...change })).toThrow(name)
})

test('neither mails without caps outside one machine, and neither shows a password', () => {
  expect(() => readCustodyConfig({ ...custody, EMAIL_LIMITS: 'false' })).toThrow('EMAIL_LIMITS')
  expect(() => readApiConfig({ ...api, EMAIL_LIMITS: 'false' })).toThrow('EMAIL_LIMITS')
  const here = { ...custody, EMAIL_LIMITS: 'false', WALLET_ORIGIN: 'http://localhost:3001' }
  expect(readCustodyConfig(here).emailLimits).toBeNull()
  expect(() => readCustodyConfig({ ...custody, DATABASE_URL: 'mysql://user:secret@db' })).not.toThrow('secret')
})

test.each(['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001', 'http://wallet.localhost:3001'])(
  'plain http is for this machine: %s',
  (origin) => {
    const variables = { ...api, WALLET_ORIGIN: origin, PUBLIC_URL: origin, VAULT_ORIGIN: 'http://localhost:3011' }
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
