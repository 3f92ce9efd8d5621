import { join } from 'node:path'

import { matchesOrigin } from '@latchkey/api-client'
import type { DeviceLinkPolicy } from '@latchkey/combined'
import { startRelay } from '@latchkey/relay'
import type { Addresses } from './addresses.ts'
import { type Chain, createChain } from './chain/createChain.ts'
import { demoFactsOf } from './demo/demoFacts.ts'
import { startDemo } from './demo/startDemo.ts'
import { createDocsApp } from './docs/createDocsApp.ts'
import type { FarcasterFacts } from './farcaster/farcasterFacts.ts'
import { createFaucetApp } from './faucet/createFaucetApp.ts'
import { createEvmFaucet } from './faucet/evmFaucet.ts'
import { createNameFaucet } from './faucet/nameFaucet.ts'
import type { IdentityFacts } from './identity/identityFacts.ts'
import { makeAppleClientKey } from './identity/makeAppleClientKey.ts'
import { oidcProviderIds } from './identity/standIns.ts'
import { startInbox } from './inbox/startInbox.ts'
import { readProjects } from './localProjects.ts'
import { loopbackAddresses } from './loopback.ts'
import { createMoneyApp } from './money/createMoneyApp.ts'
import { localBridgeRouters } from './money/localBridge.ts'
import { createGatewayApp } from './names/createGatewayApp.ts'
import { setGatewayUrls } from './names/setGatewayUrls.ts'
import { type ApiContext, openApi } from './openApi.ts'
import { createPart, type Part } from './Part.ts'
import type { PortName, Ports } from './ports.ts'
import { startPartProcess } from './process/startPartProcess.ts'
import { serve } from './serve.ts'
import { placeSmartAccounts } from './smartAccounts/placeSmartAccounts.ts'
import { localMarketRouter } from './solana/market/localMarket.ts'
import type { SolanaFacts } from './solana/solanaFacts.ts'
import { localSwapRouters } from './tokens/localContracts.ts'
import { placeLocalContracts } from './tokens/placeLocalContracts.ts'
import { createWalletPageApp } from './walletPage/createWalletPageApp.ts'
import { walletPageFactsOf } from './walletPage/walletPageFacts.ts'

/** Every part, its name in messages, and the ports it opens. */
const rows = {
  chainA: { title: 'chain A', ports: ['chainA'] },
  chainB: { title: 'chain B', ports: ['chainB'] },
  bundlerA: { title: 'bundler of chain A', ports: ['bundlerA'] },
  bundlerB: { title: 'bundler of chain B', ports: ['bundlerB'] },
  solana: { title: 'local Solana', ports: ['solana', 'solanaSocket'] },
  bitcoin: { title: 'local Bitcoin', ports: ['bitcoin'] },
  names: { title: 'gateway of names', ports: ['names'] },
  inbox: { title: 'mail inbox', ports: ['inbox', 'smtp'] },
  relay: { title: 'WalletConnect relay', ports: ['relay'] },
  faucet: { title: 'faucet', ports: ['faucet'] },
  money: { title: 'payment providers', ports: ['money'] },
  walletPage: { title: 'wallet to pair with', ports: ['walletPage'] },
  identity: { title: 'sign-in providers', ports: [...oidcProviderIds, 'oauth'] },
  farcaster: { title: 'Farcaster relay', ports: ['farcasterRelay'] },
  api: { title: 'api', ports: ['api', 'custody', 'projectList'] },
  frame: { title: 'wallet frame', ports: ['wallet', 'vault'] },
  demo: { title: 'demo dapp', ports: ['demo'] },
  docs: { title: 'documentation', ports: ['docs'] },
} as const satisfies Record<string, { title: string; ports: readonly PortName[] }>

export type PartName = keyof typeof rows
export type Parts = Record<Exclude<PartName, 'chainA' | 'chainB'>, Part> & Record<'chainA' | 'chainB', Chain>

export const partNames = Object.keys(rows) as PartName[]

/** Returns the ports that these parts open, by the parts' names. */
export const portsOf = (names: readonly PartName[], ports: Ports): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const row: { title: string; ports: readonly PortName[] } = rows[name]
      return row.ports.map((port) => [port === row.ports[0] ? row.title : port, ports[port]])
    }),
  )

/** Opens api, custody and frame at their own ports, in place of the api and frame in this process. */
export type OpenServices = (context: ApiContext) => Promise<{ close: () => Promise<void> }>

export type PartsContext = {
  ports: Ports
  urls: Addresses
  dataFolder: string
  /** Root of the repository, with the built apps. */
  house: string
  deviceLink: DeviceLinkPolicy
  dappOrigins: readonly string[]
  networks: ApiContext['networks']
  openServices?: OpenServices | undefined
  log: (line: string) => void
  onFailure: (error: Error) => void
}

const openNothing = async () => ({ close: async () => undefined })

/** Creates all parts, not running yet. */
export const createParts = (context: PartsContext): Parts => {
  const { ports, urls, dataFolder, house, deviceLink, dappOrigins, networks, openServices, log } = context
  const chainA = createLocalChain(context, 'chainA', 31337)
  const chainB = createLocalChain(context, 'chainB', 1337)

  const { publicKey: applePublicKey, privateKey: appleKey } = makeAppleClientKey()
  const chains = [chainA, chainB]
  const apiContext = { ports, urls, dataFolder, deviceLink, dappOrigins, networks, chains, appleKey, log }

  return {
    chainA,
    chainB,
    bundlerA: createPart(() => openBundler(context, 'bundlerA', chainA)),
    bundlerB: createPart(() => openBundler(context, 'bundlerB', chainB)),
    solana: createPart(() => openSolana(context)),
    bitcoin: createPart(() => openBitcoin(context)),
    names: createPart(() => serve(createGatewayApp(Date.now).fetch, ports.names)),
    inbox: createPart(() => startInbox(ports)),
    relay: createPart(() => startRelay({ port: ports.relay, hosts: loopbackAddresses })),
    faucet: createPart(() => openFaucet(context, chainA, chainB)),
    money: createPart(() => openMoney(context, chains)),
    walletPage: createPart(() => openWalletPage(context, chains)),
    identity: createPart(() => openIdentity(context, applePublicKey)),
    farcaster: createPart(() => openFarcaster(context)),
    api: createPart(() => (openServices ?? openApi)(apiContext)),
    frame: createPart(openServices === undefined ? () => openFrame(context) : openNothing),
    demo: createPart(() => startDemo({ house, facts: demoFactsOf(urls), port: ports.demo })),
    docs: createPart(async () => serve(createDocsApp(join(house, 'docs/site/dist')).fetch, ports.docs)),
  }
}

const createLocalChain = (context: PartsContext, name: 'chainA' | 'chainB', chainId: number): Chain => {
  const { ports, urls, dataFolder, log, onFailure } = context
  return createChain({
    name: rows[name].title,
    chainId,
    port: ports[name],
    stateFile: join(dataFolder, 'chains', `${chainId}.json`),
    prepare: async (url) => {
      await placeLocalContracts(url)
      await placeSmartAccounts(url)
      await setGatewayUrls(url, { port: ports.names, apiUrl: urls.api })
    },
    log,
    onGiveUp: onFailure,
  })
}

const openBundler = async ({ ports, onFailure }: PartsContext, name: 'bundlerA' | 'bundlerB', chain: Chain) => {
  const { startBundler } = await import('./bundler/startBundler.ts')
  return startBundler({ title: rows[name].title, chain, port: ports[name], onFailure })
}

const openFaucet = async ({ ports, urls }: PartsContext, chainA: Chain, chainB: Chain) => {
  const isAllowedOrigin = (origin: string): boolean =>
    readProjects(ports).some((project) => matchesOrigin(project.origins, origin))
  // Only the faucet's process loads the libraries that sign on other chains.
  const [{ createSolanaFaucet }, { createBitcoinFaucet }] = await Promise.all([
    import('./faucet/solanaFaucet.ts'),
    import('./faucet/bitcoinFaucet.ts'),
  ])
  const faucets = [
    createEvmFaucet(chainA),
    createEvmFaucet(chainB),
    createSolanaFaucet(urls.solana),
    createBitcoinFaucet(urls.bitcoin),
  ]
  const giveName = createNameFaucet(chainA)
  return serve(createFaucetApp({ faucets, giveName, isAllowedOrigin, now: Date.now }).fetch, ports.faucet)
}

const openMoney = ({ ports, urls }: PartsContext, chains: readonly Chain[]) =>
  serve(createMoneyApp({ url: urls.money, apiUrl: urls.api, chains, now: Date.now }).fetch, ports.money)

const openFrame = async ({ ports, urls, log }: PartsContext) => {
  const { startFrameServer } = await import('@latchkey/secure-frame/server')
  return startFrameServer({
    walletOrigin: urls.wallet,
    vaultOrigin: urls.vault,
    apiUrl: urls.api,
    custodyUrl: urls.custody,
    projectListUrl: `http://localhost:${ports.projectList}`,
    swapRouters: `${localSwapRouters},${localBridgeRouters},${localMarketRouter}`,
    // All parts start together, and each takes a while.
    firstListWaitMs: 60_000,
    log: (_, event, facts) => log(`${rows.frame.title}: ${event} ${JSON.stringify(facts ?? {})}`),
    walletPort: ports.wallet,
    vaultPort: ports.vault,
  })
}

const openWalletPage = async ({ ports, urls }: PartsContext, chains: readonly Chain[]) => {
  // Only the page's process loads its bundler.
  const { bundlePage } = await import('./walletPage/bundlePage.ts')
  const script = await bundlePage()
  const facts = walletPageFactsOf(urls)
  return serve(createWalletPageApp({ facts, script, chains }).fetch, ports.walletPage)
}

const openIdentity = ({ ports, urls, dataFolder, onFailure }: PartsContext, applePublicKey: string) =>
  startPartProcess<IdentityFacts>({
    title: rows.identity.title,
    module: new URL('./identity/main.ts', import.meta.url),
    facts: { ports, urls, keysFolder: join(dataFolder, 'identity'), applePublicKey },
    onFailure,
  })

const openFarcaster = ({ ports, urls, onFailure }: PartsContext) =>
  startPartProcess<FarcasterFacts>({
    title: rows.farcaster.title,
    module: new URL('./farcaster/main.ts', import.meta.url),
    facts: { port: ports.farcasterRelay, url: urls.farcasterRelay, chainUrl: urls.chainA },
    onFailure,
  })

const openSolana = ({ ports, dataFolder, onFailure }: PartsContext) =>
  startPartProcess<SolanaFacts>({
    title: rows.solana.title,
    module: new URL('./solana/main.ts', import.meta.url),
    facts: {
      httpPort: ports.solana,
      webSocketPort: ports.solanaSocket,
      journalFile: join(dataFolder, 'chains', 'solana.jsonl'),
    },
    onFailure,
  })

const openBitcoin = async ({ ports, dataFolder }: PartsContext) => {
  const { createBitcoinLedger } = await import('./bitcoin/createBitcoinLedger.ts')
  const { createEsploraApp } = await import('./bitcoin/createEsploraApp.ts')
  const ledger = createBitcoinLedger(join(dataFolder, 'chains', 'bitcoin.jsonl'), Date.now)
  return serve(createEsploraApp(ledger).fetch, ports.bitcoin)
}
