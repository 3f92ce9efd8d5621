import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const variables = {
  API_URL: 'https://api.example',
  CUSTODY_URL: 'https://custody.example',
  WALLET_ORIGIN: 'https://wallet.example',
  VAULT_ORIGIN: 'https://vault.example',
  KEY_RING_FOLDER: '/keys',
  PROJECTS_FILE: '/projects.json',
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'Latchkey <login@example.com>',
}

test('fills in what has a default', () => {
  const settings = readConfig(variables)
  expect(settings).toMatchObject({
    apiPort: 3002,
    custodyPort: 3012,
    database: { folder: '.latchkey/database' },
    limits: { calls: true, mails: true },
    proxies: { hops: 0 },
    prices: { exchanges: {} },
    logging: { level: 'info', requests: 1 },
  })
  expect(settings.metricsListener).toBeUndefined()
  expect(settings.nodes['eip155:1']?.length).toBeGreaterThan(0)
})

test('takes a database, nodes, ports and hosts', () => {
  const settings = readConfig({
    ...variables,
    DATABASE_URL: 'postgres://user@db/latchkey',
    DATABASE_POOL: '25',
    NODES: '{"eip155:31337":["http://127.0.0.1:8545"]}',
    API_PORT: '80',
    HOSTS: '0.0.0.0',
    LIMITS_FILE: '/limits.json',
    TRUSTED_PROXIES: '1',
  })
  expect(settings).toMatchObject({
    hosts: ['0.0.0.0'],
    apiPort: 80,
    database: { url: 'postgres://user@db/latchkey', poolSize: 25 },
    limits: { file: '/limits.json', calls: true, mails: true },
    proxies: { hops: 1 },
  })
  expect(settings.nodes['eip155:31337']).toEqual(['http://127.0.0.1:8545'])
})

test('answers on for a while after it was told to stop, where a proxy asks for it', () => {
  const secondsOf = (change: Record<string, string>) => readConfig({ ...variables, ...change }).drainSeconds
  expect(secondsOf({})).toBe(0)
  expect(secondsOf({ NODE_ENV: 'production' })).toBe(5)
  expect(secondsOf({ NODE_ENV: 'production', DRAIN_SECONDS: '0' })).toBe(0)
  expect(secondsOf({ DRAIN_SECONDS: '20' })).toBe(20)
  for (const wrong of ['-1', '301', 'soon']) expect(() => secondsOf({ DRAIN_SECONDS: wrong })).toThrow('DRAIN_SECONDS')
})

test('takes which lines are written, and where metrics are read', () => {
  const settings = { LOG_LEVEL: 'warn', LOG_REQUESTS: '0.01', METRICS_PORT: '9464' }
  expect(readConfig({ ...variables, ...settings })).toMatchObject({
    logging: { level: 'warn', requests: 0.01 },
    metricsListener: { port: 9464 },
  })
  expect(readConfig({ ...variables, ...settings, METRICS_HOSTS: '10.0.0.1,::1' }).metricsListener?.hosts).toEqual([
    '10.0.0.1',
    '::1',
  ])
})

test.each<[string, Record<string, string>]>([
  ['EMAIL_LIMITS', { EMAIL_LIMITS: 'false' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'false' }],
  ['VAULT_ORIGIN', { VAULT_ORIGIN: variables.WALLET_ORIGIN }],
  ['VAULT_ORIGIN', { VAULT_ORIGIN: 'http://vault.example' }],
  ['WALLET_ORIGIN', { WALLET_ORIGIN: 'http://wallet.example' }],
  ['API_URL', { API_URL: 'http://api.example' }],
  ['CUSTODY_URL', { CUSTODY_URL: 'http://custody.example' }],
  ['NODES', { NODES: '{"eip155:1":["https://node.example","http://node.example/of/hunter2"]}' }],
  ['ESPLORA', { ESPLORA: '{"bip122:000000000019d6689c085ae165831e93":"http://10.0.0.5/api"}' }],
  ['SMART_ACCOUNTS', { SMART_ACCOUNTS: '{"eip155:1":{"kind":"hybrid","bundler":"http://bundler.example/hunter2"}}' }],
])('an unsafe %s is for one machine only: %o', (name, change) => {
  expect(() => readConfig({ ...variables, ...change })).toThrow(name)
  expect(() => readConfig({ ...variables, ...change })).not.toThrow('hunter2')
})

test('on one machine limits may be off, and addresses plain', () => {
  const here = {
    API_URL: 'http://localhost:3002',
    CUSTODY_URL: 'http://127.0.0.1:3012',
    WALLET_ORIGIN: 'http://localhost:3001',
    VAULT_ORIGIN: 'http://vault.localhost:3001',
    NODES: '{"eip155:1":["http://192.168.0.5:8545"]}',
    EMAIL_LIMITS: 'false',
    RATE_LIMITS: 'false',
  }
  expect(readConfig({ ...variables, ...here }).limits).toEqual({ calls: false, mails: false })
})

const [factory, wrappedNative, stable] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`)

test('reads prices from exchanges, or from another server', () => {
  const exchanges = { 'eip155:31337': { factory, wrappedNative, stable } }
  const withExchanges = { ...variables, EXCHANGES: JSON.stringify(exchanges) }
  expect(readConfig(withExchanges).prices).toEqual({ exchanges })
  const upstream = { UPSTREAM_API_URL: 'https://prices.example', UPSTREAM_PROJECT_ID: 'ours' }
  expect(readConfig({ ...withExchanges, ...upstream }).prices).toEqual({
    upstreamUrl: 'https://prices.example',
    upstreamProjectId: 'ours',
  })
})

test('reads where swaps go through an aggregator, and that no chain has two exchanges', () => {
  const chains = { 'eip155:1': { path: 'ethereum', router: factory } }
  const own = { ...variables, NODES: '{"eip155:1":["https://node.example"]}' }
  const withAggregator =
    (change: object = {}, more: Record<string, string> = {}) =>
    () =>
      readConfig({ ...own, KYBERSWAP: JSON.stringify({ clientId: 'acme', chains, ...change }), ...more }).kyberSwap
  expect(readConfig(variables)).not.toHaveProperty('kyberSwap')
  const named = { clientId: 'acme', chains, name: 'KyberSwap', url: 'https://aggregator-api.kyberswap.com' }
  expect(withAggregator()()).toEqual(named)
  expect(withAggregator({ name: 'Kyber', url: 'https://proxy.example/kyber' })()).toMatchObject({
    name: 'Kyber',
    url: 'https://proxy.example/kyber',
  })
  const prices = (router: object) => ({
    EXCHANGES: JSON.stringify({ 'eip155:1': { factory, wrappedNative, stable, ...router } }),
  })
  expect(withAggregator({}, prices({}))()).toEqual(named)
  expect(withAggregator({}, prices({ router: stable }))).toThrow('KYBERSWAP: names eip155:1, whose swaps go through')
  expect(withAggregator({}, { NODES: '{"eip155:1":[]}' })).toThrow('KYBERSWAP: names eip155:1, for which NODES')
  for (const wrong of [
    { clientId: 'a b' },
    { clientId: undefined },
    { url: 'https://proxy.example/' },
    { url: 'http://hunter2.example' },
    { chains: { 'eip155:1': { path: '../x', router: factory } } },
    { chains: { 'eip155:1': { path: 'ethereum', router: '0x12' } } },
    { chains: { 'solana:1': { path: 'solana', router: factory } } },
    { chains: { 'eip155:987654': { path: 'ethereum', router: factory } } },
    { apiKey: 'hunter2' },
  ]) {
    expect(withAggregator(wrong), JSON.stringify(wrong)).toThrow('KYBERSWAP')
    expect(withAggregator(wrong)).not.toThrow('hunter2')
  }
  expect(() => readConfig({ ...own, KYBERSWAP: '{' })).toThrow('KYBERSWAP')
})

test('indexes chains from a block on, the first where none is named', () => {
  expect(readConfig({ ...variables, INDEX: '{"eip155:1":{},"eip155:10":{"from":7}}' }).index).toEqual({
    'eip155:1': { from: 0 },
    'eip155:10': { from: 7 },
  })
})

test('follows so many accounts of a chain', () => {
  expect(readConfig(variables).indexAccounts).toBe(20_000)
  expect(readConfig({ ...variables, INDEX_ACCOUNTS: '500' }).indexAccounts).toBe(500)
})

test('takes servers that know of Bitcoin, and a list of tokens', () => {
  expect(readConfig(variables)).toMatchObject({ esplora: {} })
  expect(readConfig(variables).tokenList).toBeUndefined()
  const esplora = { 'bip122:000000000019d6689c085ae165831e93': 'https://esplora.example/api' }
  expect(readConfig({ ...variables, ESPLORA: JSON.stringify(esplora) }).esplora).toEqual(esplora)
  expect(() => readConfig({ ...variables, TOKEN_LIST_FILE: '/nowhere.json' })).toThrow('/nowhere.json')
})

test('serves networks that the registry does not have, with their nodes', () => {
  expect(readConfig(variables).networks).toEqual([])
  const chain = {
    id: 4242,
    name: 'Team chain',
    nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.example/key'] } },
  }
  const NETWORKS = JSON.stringify([chain])
  const { networks, nodes } = readConfig({ ...variables, NETWORKS })
  expect(networks).toMatchObject([{ caipNetworkId: 'eip155:4242', name: 'Team chain' }])
  expect(nodes['eip155:4242']).toEqual(['https://rpc.example/key'])
  const NODES = '{"eip155:4242":["https://other.example"]}'
  expect(readConfig({ ...variables, NETWORKS, NODES }).nodes['eip155:4242']).toEqual(['https://other.example'])
  const refused = (list: unknown[]) => () => readConfig({ ...variables, NETWORKS: JSON.stringify(list) })
  expect(refused([{ ...chain, id: 1 }])).toThrow('NETWORKS names eip155:1, which Latchkey knows as Ethereum')
  expect(refused([chain, chain])).toThrow('NETWORKS names eip155:4242 twice')
  expect(refused([{ ...chain, name: '' }])).toThrow('(wrong: name)')
  expect(refused([{ ...chain, rpcUrls: undefined }])).toThrow('(wrong: rpcUrls.default.http)')
})

test('looks names up on the chain that it is told', () => {
  const ens = { chainId: 'eip155:1', universalResolver: `0x${'e'.repeat(40)}`, ipfsGateway: 'https://ipfs.example' }
  expect(readConfig({ ...variables, ENS: JSON.stringify(ens) }).ens).toEqual(ens)
})

test('gives out names below one of the operator’s own', () => {
  const read = (zone: unknown) => readConfig({ ...variables, NAME_ZONE: JSON.stringify(zone) }).ens
  expect(readConfig(variables).ens).toBeUndefined()
  expect(read({ parent: 'example.eth', reserved: ['acme'] })).toMatchObject({
    chainId: 'eip155:1',
    zone: { parent: 'example.eth', reserved: ['acme'] },
  })
  const moved = { parent: 'example.eth', legacyParent: 'former.eth' }
  expect(read(moved)).toMatchObject({ zone: moved })
  for (const wrong of [
    'example.eth',
    {},
    { parent: 'eth' },
    { parent: 'Example.eth' },
    { parent: 'ex_ample..eth' },
    { parent: 'example.eth', reserved: ['Acme'] },
    { parent: 'example.eth', reserve: [] },
    { parent: 'example.eth', legacyParent: 'example.eth' },
    { parent: 'example.eth', legacyParent: 'Former.eth' },
  ])
    expect(() => read(wrong)).toThrow('NAME_ZONE must be a JSON object { parent, legacyParent?, reserved? }')
})

test('answers other wallets about those names, with a key of its own', () => {
  const NAME_ZONE = JSON.stringify({ parent: 'example.eth' })
  const gateway = { chainId: 'eip155:1', resolver: `0x${'e'.repeat(40)}` }
  const key = 'ab'.repeat(32)
  const read = (more: Record<string, string>) => readConfig({ ...variables, ...more }).ens?.gateway
  const NAME_GATEWAY = JSON.stringify(gateway)
  expect(read({ NAME_ZONE })).toBeUndefined()
  expect(read({ NAME_ZONE, NAME_GATEWAY, NAME_GATEWAY_KEY: `0x${key}` })).toEqual({
    ...gateway,
    key: Buffer.from(key, 'hex'),
  })
  for (const lacking of [
    { NAME_GATEWAY, NAME_GATEWAY_KEY: key },
    { NAME_ZONE, NAME_GATEWAY },
    { NAME_ZONE, NAME_GATEWAY_KEY: key },
  ])
    expect(() => read(lacking)).toThrow('NAME_GATEWAY: needs')
  for (const wrong of [
    '{',
    '{}',
    JSON.stringify({ ...gateway, chainId: '1' }),
    JSON.stringify({ ...gateway, url: '' }),
  ])
    expect(() => read({ NAME_ZONE, NAME_GATEWAY: wrong, NAME_GATEWAY_KEY: key })).toThrow('NAME_GATEWAY: must be')
  const secret = '00'.repeat(32)
  expect(() => read({ NAME_ZONE, NAME_GATEWAY, NAME_GATEWAY_KEY: secret })).toThrow('NAME_GATEWAY_KEY: must be')
  expect(() => read({ NAME_ZONE, NAME_GATEWAY, NAME_GATEWAY_KEY: secret })).not.toThrow(secret)
})

test('keeps what it learns in Redis when there is one', () => {
  expect(readConfig(variables).cacheUrl).toBeUndefined()
  expect(readConfig({ ...variables, CACHE_URL: 'redis://cache:6379' }).cacheUrl).toBe('redis://cache:6379')
})

test('names every setting that is missing', () => {
  for (const name of Object.keys(variables)) {
    expect(() => readConfig({ ...variables, [name]: undefined })).toThrow(name)
  }
})

test.each([
  ['API_URL', 'https://api.example/'],
  ['WALLET_ORIGIN', 'wallet.example'],
  ['API_PORT', '0'],
  ['API_PORT', 'http'],
  ['CUSTODY_PORT', '70000'],
  ['EMAIL_LIMITS', 'no'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_REQUESTS', '2'],
  ['METRICS_PORT', '0'],
  ['TRUSTED_PROXIES', 'true'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['PROXY_PROTOCOL', 'v2'],
  ['PROXY_PROTOCOL', 'true'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', ''],
  ['DATABASE_URL', 'mysql://user:secret@db'],
  ['CACHE_URL', 'cache:6379'],
  ['KEY_RING_FOLDER', ''],
  ['NETWORKS', '{'],
  ['NETWORKS', '{"id":4242}'],
  ['NODES', '{'],
  ['NODES', '{"eip155:1":"https://node.example"}'],
  ['INDEX', '{'],
  ['INDEX', '{"bip122:000000000019d6689c085ae165831e93":{}}'],
  ['INDEX', '{"eip155:1":{"from":-1}}'],
  ['INDEX', '{"eip155:999999":{}}'],
  ['INDEX_ACCOUNTS', '0'],
  ['INDEX_ACCOUNTS', 'all'],
  ['ENS', '{'],
  ['ENS', `{"chainId":"eip155:1","universalResolver":"0x12"}`],
  ['ENS', `{"chainId":"eip155:987654","universalResolver":"0x${'e'.repeat(40)}"}`],
  ['ENS', `{"chainId":"eip155:1","universalResolver":"0x${'e'.repeat(40)}","gateways":"ownMachine"}`],
  ['ENS', `{"chainId":"eip155:1","universalResolver":"0x${'e'.repeat(40)}","ipfsGateway":"http://ipfs.example"}`],
  ['ESPLORA', '{'],
  ['ESPLORA', '{"bip122:000000000019d6689c085ae165831e93":"https://esplora.example/api/"}'],
  ['ESPLORA', '{"eip155:1":"https://esplora.example/api"}'],
  ['TOKEN_LIST_FILE', ''],
  ['EXCHANGES', '{'],
  ['PAY_EXCHANGES', '{'],
  ['PAY_EXCHANGES', '[{"driver":"open","id":"a","name":"A","url":"http://a.example","secret":"0123456789abcdef"}]'],
  ['EXCHANGES', `{"eip155:1":{"factory":"${factory}","wrappedNative":"${wrappedNative}","stable":"USDC"}}`],
  ['EXCHANGES', `{"eip155:1":{"factory":"${factory}","wrappedNative":"${wrappedNative}"}}`],
  ['UPSTREAM_API_URL', 'https://prices.example'],
  ['UPSTREAM_API_URL', 'prices.example'],
  ['UPSTREAM_PROJECT_ID', 'ours'],
])('refuses %s = %s by name, and shows no value', (name, value) => {
  expect(() => readConfig({ ...variables, [name]: value })).toThrow(name)
  try {
    readConfig({ ...variables, [name]: value })
  } catch (error) {
    expect((error as Error).message).not.toContain('secret')
  }
})

test('takes a directory of an operator, or of another server, and not both', () => {
  const upstream = { DIRECTORY_URL: 'https://directory.example', DIRECTORY_PROJECT_ID: 'ours' }
  const directoryOf = (more: Record<string, string>) => readConfig({ ...variables, ...more }).directory
  expect(directoryOf({})).toEqual({})
  expect(directoryOf({ DIRECTORY_FILE: '/directory.json' })).toEqual({ file: '/directory.json' })
  expect(directoryOf(upstream)).toEqual({ upstreamUrl: 'https://directory.example', upstreamProjectId: 'ours' })
  expect(() => directoryOf({ DIRECTORY_URL: 'https://directory.example' })).toThrow('DIRECTORY_PROJECT_ID')
  expect(() => directoryOf({ DIRECTORY_PROJECT_ID: 'ours' })).toThrow('DIRECTORY_URL')
  expect(() => directoryOf({ ...upstream, DIRECTORY_FILE: '/directory.json' })).toThrow('DIRECTORY_FILE')
})
