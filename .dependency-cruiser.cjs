/**
 * Who may import whom. Checked by `scripts/imports.ts`, which also makes sure that every source file was read: the tool
 * passes on files that it cannot read, and it reads TypeScript through swc alone.
 */

const own = '^(apps|packages|infra|e2e|bench|chaos|scripts)/'
const errorCatalogue = '^packages/protocol/src/(AppError|errors)[.]ts$'
const shared = ['^packages/protocol/', '^packages/chains/', '^packages/api-client/', '^packages/ui/']
const copy = '^packages/copy/'
const backendEntry = '^apps/backend/src/index[.]ts$'
const frameServerEntry = '^apps/secure-frame/server/index[.]ts$'
const relayEntry = '^infra/relay/src/index[.]ts$'
const stackEntry = '^infra/local/src/index[.]ts$'
const paymasterEntry = '^infra/paymaster/src/index[.]ts$'
const housekeeping = '^scripts/'

/** Each part of the house and what else of ours it may import. Anything not listed is an error. */
const mayImport = {
  'packages/protocol': [],
  'packages/chains': [errorCatalogue],
  'packages/api-client': [errorCatalogue],
  // The contract's wallet, as a type.
  'packages/directory': [errorCatalogue, '^packages/api-client/'],
  // Names of errors, so that none is without words.
  'packages/copy': [errorCatalogue],
  'packages/rpc-websockets': [],
  'packages/ui': [errorCatalogue, '^packages/protocol/src/theme(Color)?[.]ts$'],
  // Speaks the wire itself: it takes names and error codes from the tables, and no client.
  'packages/conformance': [
    '^packages/protocol/src/(requests|rpcMethods|AppError|errors)[.]ts$',
    stackEntry,
    housekeeping,
  ],
  // Plays wallets for any dapp, ours or not.
  'packages/testing': [],
  'packages/cli': [],
  'apps/modal': [...shared, copy, '^packages/directory/'],
  'apps/secure-frame': [...shared, copy],
  // The tables of the protocol say which methods are safe and which colours mails have: no second list here.
  'apps/backend': ['^packages/api-client/', '^packages/chains/', '^packages/directory/', '^packages/protocol/'],
  'apps/demo': ['^apps/modal/src/(index|react)[.]ts$'],
  'infra/local': [
    backendEntry,
    frameServerEntry,
    paymasterEntry,
    relayEntry,
    '^packages/api-client/src/index[.]ts$',
    housekeeping,
  ],
  'infra/paymaster': [],
  'infra/relay': [],
  // Its tests run the deployed programs with what the backend has for such.
  'infra/deploy': [stackEntry, '^apps/backend/test/index[.]ts$', '^packages/api-client/src/index[.]ts$', housekeeping],
  e2e: [
    stackEntry,
    '^packages/conformance/src/index[.]ts$',
    '^packages/testing/',
    '^apps/modal/src/index[.]ts$',
    '^packages/chains/src/index[.]ts$',
    housekeeping,
  ],
  bench: [stackEntry, '^apps/backend/test/index[.]ts$', '^packages/(?:chains|protocol)/', housekeeping],
  // Runs the frame's own session and vault over the backend's own programs.
  chaos: ['^apps/(backend|secure-frame)/test/index[.]ts$', '^packages/(api-client|protocol)/src/', housekeeping],
  scripts: [],
}

/**
 * Inside one app, by folder or file: what the first may not import. In the frame, input goes from boundary to session to
 * handlers to vault client, and each layer knows the ones before it by what they hand over; nothing reaches back.
 */
const layers = [
  { app: 'modal', from: 'src/views/', to: 'src/connectors/' },
  { app: 'modal', from: 'src/state/', to: 'src/views/' },
  { app: 'modal', from: 'src/connectors/', to: 'src/(views|state)/' },
  { app: 'modal', from: 'src/ui/', to: 'src/(views|state|connectors)/' },
  { app: 'secure-frame', from: 'src/boundary/', to: 'src/(session|handlers|approvals|views|vault)/' },
  { app: 'secure-frame', from: 'src/session/', to: 'src/(handlers|approvals|views)/' },
  { app: 'secure-frame', from: 'src/(approvals|views)/', to: 'src/handlers/' },
  // The vault is a realm of its own: nothing of the wallet document runs in it, and the document holds its client alone.
  { app: 'secure-frame', from: 'src/vault/', to: 'src/(?!vault/)' },
  {
    app: 'secure-frame',
    from: 'src/(?!vault/)',
    to: 'src/vault/(custody|document|kdf|screens|signers|storage|worker)/',
  },
  {
    app: 'secure-frame',
    from: 'src/vault/client/',
    to: 'src/vault/(custody|document|kdf|screens|signers|storage|worker)/',
  },
  { app: 'backend', from: 'src/.*/routes[.]ts$', to: 'src/.*/store[.]ts$' },
  { app: 'backend', from: 'src/.*/service[.]ts$', to: 'src/.*/routes[.]ts$' },
  { app: 'backend', from: 'src/.*/store[.]ts$', to: 'src/.*/(routes|service)[.]ts$' },
]

/** What runs outside the app: builds, test runners, pictures. They may use what the house shares among such. */
const builds =
  '^(apps|packages|infra)/([^/]+)/(build[.]ts$|vite[.][^/]*$|vitest[.][^/]*$|scripts/|gallery/[A-Za-z]*[sS]creenshots[.]ts$)'

module.exports = {
  forbidden: [
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything is found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      name: `${folder} imports only what it may`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: builds },
      to: { path: own, pathNot: [`^${folder}/`, ...allowed] },
    })),
    {
      name: 'a build imports only its workspace, packages and scripts',
      severity: 'error',
      from: { path: builds },
      to: { path: own, pathNot: ['^$1/$2/', '^packages/', housekeeping] },
    },
    {
      name: 'packages/protocol needs zod alone',
      severity: 'error',
      from: { path: '^packages/protocol/src/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'the vault has no views',
      severity: 'error',
      from: { path: '^apps/secure-frame/src/vault/' },
      to: { path: 'node_modules/(react|react-dom|react-router-dom|jotai)/|^packages/ui/' },
    },
    ...layers.map(({ app, from, to }) => ({
      name: `${app}: ${from} does not import ${to}`,
      severity: 'error',
      from: { path: `^apps/${app}/${from}` },
      to: { path: `^apps/${app}/${to}` },
    })),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Tests may reach anywhere, and templates are copied to where their imports are found.
    exclude: { path: '^(apps|packages)/[^/]+/dist/|^e2e/outside/templates/|[.](test|spec|fixture)[.]tsx?$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default'],
      mainFields: ['module', 'main'],
    },
  },
}
