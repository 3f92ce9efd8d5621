/**
 * Who may import whom. Checked by `scripts/imports.ts`, which also makes sure that every source file was read: the tool
 * passes on files that it cannot read, and it reads TypeScript through swc alone.
 */

const own = '^(apps|packages|infra|docs/site|e2e|bench|chaos|scripts)/'
const errorCatalogue = '^packages/protocol/src/(AppError|errors)[.]ts$'
/** What follows from the table of login providers: icons, enums, stand-ins, lists of tests. */
const loginProviders = '^packages/protocol/src/loginProviders[.]ts$'
const parseJson = '^packages/protocol/src/parseJson[.]ts$'
const themeColors = '^packages/protocol/src/themeColor[.]ts$'
const shared = ['^packages/protocol/', '^packages/chains/', '^packages/api-client/', '^packages/ui/']
const copy = '^packages/copy/'
const apiEntry = '^apps/api/src/index[.]ts$'
const custodyEntry = '^apps/custody/src/index[.]ts$'
const combinedEntry = '^apps/combined/src/index[.]ts$'
const serviceKit = '^packages/service-kit/src/'
/** Databases, mail servers, clocks and signed-in devices for tests of the running services. */
const serviceTests = ['^packages/service-kit/test/', '^apps/combined/test/index[.]ts$']
const frameServerEntry = '^apps/secure-frame/server/index[.]ts$'
const vaultServerEntry = '^apps/vault/server/index[.]ts$'
const vaultTestEntry = '^apps/vault/test/index[.]ts$'
const relayEntry = '^infra/relay/src/index[.]ts$'
const stackEntry = '^infra/local/src/index[.]ts$'
const contractsEntry = '^infra/contracts/index[.]ts$'
const housekeeping = '^scripts/'

/** Each part of the house and what else of ours it may import. Anything not listed is an error. */
const mayImport = {
  'packages/protocol': [],
  'packages/chains': [errorCatalogue],
  'packages/api-client': [errorCatalogue, loginProviders, parseJson, themeColors],
  // The contract's wallet, as a type.
  'packages/directory': [errorCatalogue, '^packages/api-client/'],
  // Names of errors, so that none is without words.
  'packages/copy': [errorCatalogue],
  'packages/document-server': [],
  'packages/proxies': [],
  'packages/rpc-websockets': [],
  'packages/vault-protocol': [errorCatalogue, '^packages/api-client/'],
  'packages/ui': [errorCatalogue, loginProviders, '^packages/protocol/src/theme(Color)?[.]ts$'],
  // Speaks the wire itself: it takes names and error codes from the tables, and no client.
  'packages/conformance': [
    '^packages/protocol/src/(requests|rpcMethods|AppError|errors)[.]ts$',
    stackEntry,
    housekeeping,
  ],
  // Plays wallets for any dapp, ours or not.
  'packages/testing': [],
  'packages/cli': [
    errorCatalogue,
    parseJson,
    '^packages/api-client/',
    '^packages/document-server/src/frameManifest[.]ts$',
  ],
  'packages/create-app': [],
  // Runs on servers that have nothing else of ours.
  'packages/server': [],
  'apps/modal': [...shared, copy, '^packages/directory/'],
  // Its server listens for both origins; see the rule on what else may not.
  'apps/secure-frame': [
    ...shared,
    copy,
    '^packages/(document-server|proxies|vault-protocol)/',
    vaultServerEntry,
    vaultTestEntry,
    '^apps/vault/scripts/buildVault[.]ts$',
  ],
  'apps/vault': ['^packages/(protocol|chains|api-client|copy|document-server|vault-protocol)/'],
  // The tables of the protocol say which methods are safe and which colors mails have: no second list here.
  'packages/service-kit': [copy, '^packages/(api-client|chains|protocol|proxies)/'],
  // The two authorities: neither can import the other.
  'apps/api': [serviceKit, copy, '^packages/(api-client|chains|directory|protocol)/', '^packages/server/src/siwx/'],
  'apps/custody': [serviceKit, copy, '^packages/api-client/', '^packages/protocol/'],
  'apps/combined/src': [apiEntry, custodyEntry, serviceKit, '^packages/api-client/'],
  // Tests of both authorities together look inside each.
  'apps/combined/test': [
    '^apps/(api|combined|custody)/src/',
    serviceKit,
    '^packages/service-kit/test/',
    '^packages/(api-client|chains|protocol|server)/',
  ],
  'apps/combined/mailPreview': ['^apps/(api|custody)/src/.*Mail[.]ts$', serviceKit],
  'apps/demo': ['^apps/modal/src/(index|react)[.]ts$', '^packages/protocol/src/theme[.]ts$', loginProviders],
  'infra/local': [
    copy,
    loginProviders,
    combinedEntry,
    frameServerEntry,
    contractsEntry,
    relayEntry,
    '^packages/service-kit/(src/log|test/freePort)[.]ts$',
    '^packages/api-client/src/index[.]ts$',
    housekeeping,
  ],
  'infra/contracts': [],
  // Its pages are made from what these say.
  'docs/site': [
    '^apps/modal/src/(alerts|provider/toProviderError)[.]ts$',
    '^packages/(chains/src/index|copy/(generated/siteTexts|scripts/compile|src/errorCopy)|protocol/src/theme)[.]ts$',
    errorCatalogue,
  ],
  'infra/relay': [],
  // Its tests run the deployed programs with what the services have for such.
  'infra/deploy': [
    stackEntry,
    ...serviceTests,
    '^packages/service-kit/src/http/(ipAddress|listen|requestId)[.]ts$',
    '^packages/(api-client|chains)/src/index[.]ts$',
    housekeeping,
  ],
  e2e: [
    stackEntry,
    '^infra/deploy/deployed/createDeployedServices[.]ts$',
    loginProviders,
    '^packages/conformance/src/index[.]ts$',
    '^packages/testing/',
    '^apps/modal/src/index[.]ts$',
    // An app's server.
    '^packages/server/src/index[.]ts$',
    '^packages/chains/src/(index|testing/[a-zA-Z]+)[.]ts$',
    // A chain beside those of the stack.
    '^packages/service-kit/test/',
    housekeeping,
  ],
  bench: [
    stackEntry,
    ...serviceTests,
    '^packages/(?:chains|protocol)/',
    // Projects that install the packed modal.
    '^e2e/outside/(?:makeProject|rows|serveProject)[.]ts$',
    housekeeping,
  ],
  // Runs the frame's own session and vault over the services' own programs.
  chaos: [
    '^apps/(secure-frame|vault)/test/index[.]ts$',
    '^packages/service-kit/test/',
    '^packages/(api-client|protocol)/src/',
    housekeeping,
  ],
  scripts: [],
}

/**
 * Inside one app, by folder or file: what the first may not import. In the frame, input goes from boundary to session to
 * handlers to vault client, and each layer knows the ones before it by what they hand over; nothing reaches back.
 */
const layers = [
  { app: 'modal', from: 'src/views/', to: 'src/connectors/' },
  { app: 'modal', from: 'src/state/', to: 'src/views/' },
  { app: 'modal', from: 'src/parts/', to: 'src/views/' },
  { app: 'modal', from: 'src/connectors/', to: 'src/(views|state)/' },
  { app: 'modal', from: 'src/ui/', to: 'src/(views|state|connectors)/' },
  { app: 'secure-frame', from: 'src/boundary/', to: 'src/(session|handlers|approvals|views)/' },
  { app: 'secure-frame', from: 'src/session/', to: 'src/(handlers|approvals|views)/' },
  { app: 'secure-frame', from: 'src/(approvals|views)/', to: 'src/handlers/' },
  // Input goes from the handlers to a service, and from there to a store.
  { app: 'api', from: 'src/(createApiHandlers|.*/serve[A-Z][A-Za-z]*)[.]ts$', to: 'src/.*Store[.]ts$' },
  { app: 'api', from: 'src/.*Store[.]ts$', to: 'src/.*Service[.]ts$' },
  { app: 'api', from: 'src/[^/]+/', to: 'src/(createApi[A-Za-z]+|startApi|apiConfig|main|index)[.]ts$' },
  {
    app: 'custody',
    from: 'src/.*Store[.]ts$',
    to: 'src/.*/(change|check|keep|prove|release|settle|start|take|verify)[A-Z]',
  },
  {
    app: 'custody',
    from: 'src/[^/]+/',
    to: 'src/(createCustody[A-Za-z]+|startCustody|custodyConfig|main|index)[.]ts$',
  },
]

/** What runs outside the app: builds, test runners, pictures. They may use what the house shares among such. */
const builds =
  '^(apps|packages|infra|docs)/([^/]+)/(build[.]ts$|vite[.][^/]*$|vitest[.][^/]*$|scripts/|gallery/[A-Za-z]*[sS]creenshots[.]ts$)'

/** What only tests use. Like tests, it may import anything; unlike them, it is read for cycles. */
const fixtures = '[.]fixture[.]tsx?$'

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
      from: { path: `^${folder}/`, pathNot: [builds, fixtures] },
      to: { path: own, pathNot: [`^${folder}/`, ...allowed] },
    })),
    {
      name: 'a build imports only its workspace, packages and scripts',
      severity: 'error',
      from: { path: builds },
      to: { path: own, pathNot: ['^$1/$2/', '^packages/', housekeeping] },
    },
    {
      name: 'api and custody import neither each other nor what holds both, fixtures included',
      severity: 'error',
      from: { path: '^apps/(api|custody)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'what users run imports no fixture',
      severity: 'error',
      from: { path: '^(apps|packages|infra)/[^/]+/(src|server)/', pathNot: fixtures },
      to: { path: fixtures },
    },
    {
      name: 'packages/protocol needs zod alone',
      severity: 'error',
      from: { path: '^packages/protocol/src/', pathNot: fixtures },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'no document of the wallet origin imports the vault',
      severity: 'error',
      from: {
        path: '^apps/secure-frame/(?!server/startFrameServer[.]ts$|server/describeFrame[.]ts$|server/keepSealingKeys[.]ts$|test/)',
      },
      to: { path: '^apps/vault/' },
    },
    {
      name: 'what runs in the vault imports no server',
      severity: 'error',
      from: { path: '^apps/vault/src/(?!testing/)' },
      to: { path: '^packages/document-server/|^apps/vault/(server|scripts)/' },
    },
    {
      name: 'the vault has no views',
      severity: 'error',
      from: { path: '^apps/vault/src/' },
      to: { path: 'node_modules/(react|react-dom|react-router-dom|jotai)/' },
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
    // Tests may import anything, and templates are copied to where their imports are found.
    exclude: {
      path: '^(apps|packages)/[^/]+/dist/|^docs/site/(dist|checked|[.]pages)/|^(e2e/outside|packages/create-app)/templates/|[.](test|spec)[.]tsx?$',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default'],
      mainFields: ['module', 'main'],
    },
  },
}
