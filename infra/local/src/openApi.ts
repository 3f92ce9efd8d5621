import { join } from 'node:path'
import type { BackendSettings, DeviceLinkPolicy } from '@latchkey/combined'
import { hexToBytes } from 'viem'
import type { Addresses } from './addresses.ts'
import { localBitcoin } from './bitcoin/localBitcoin.ts'
import type { Chain } from './chain/createChain.ts'
import { localSocialSettings } from './identity/localSocialSettings.ts'
import { keepProjectsWritten } from './localProjects.ts'
import { loopbackAddresses } from './loopback.ts'
import { localBridgeSettings } from './money/localBridge.ts'
import { localOfframp, localOnramp, localPayExchanges } from './money/localMoney.ts'
import { localEns } from './names/localEns.ts'
import { localZone } from './names/localNames.ts'
import { zoneKey } from './names/nameKeys.ts'
import type { Ports } from './ports.ts'
import { localPaymasterKey, localSmartAccounts } from './smartAccounts/localPaymaster.ts'
import { localCluster } from './solana/localMints.ts'
import { localMarketSettings } from './solana/market/localMarket.ts'
import { localExchange, localTokenList, localTokens } from './tokens/localContracts.ts'
import { backendLogName, writeBackendLog } from './writeBackendLog.ts'

/** The same on both chains. */
const exchange = {
  factory: localExchange.factory,
  wrappedNative: localTokens.weth.address,
  stable: localTokens.usdc.address,
  router: localExchange.router,
  permitRouter: localExchange.permitRouter,
  name: 'Local Exchange',
}

export type ApiContext = {
  ports: Ports
  urls: Addresses
  dataFolder: string
  deviceLink: DeviceLinkPolicy
  dappOrigins: readonly string[]
  /** An operator's NETWORKS setting. */
  networks: NonNullable<BackendSettings['networks']>
  chains: readonly Chain[]
  /** Signs our client secrets for the local Apple: PEM (PKCS #8). */
  appleKey: string
  log: (line: string) => void
}

/** Returns the api's settings for this stack's chains, names and sign-in providers. */
export const localSettings = ({ urls, chains, appleKey }: Pick<ApiContext, 'urls' | 'chains' | 'appleKey'>) =>
  ({
    nodes: {
      ...Object.fromEntries(chains.map(({ chainId, url }) => [`eip155:${chainId}`, [url]])),
      [localCluster.caipNetworkId]: [urls.solana],
    },
    smartAccounts: localSmartAccounts(urls),
    paymasterKey: hexToBytes(localPaymasterKey),
    esplora: { [localBitcoin.caipNetworkId]: urls.bitcoin },
    index: {
      ...Object.fromEntries(chains.map(({ chainId }) => [`eip155:${chainId}`, { from: 0 }])),
      [localCluster.caipNetworkId]: { from: 0 },
    },
    ens: {
      chainId: 'eip155:31337',
      universalResolver: localEns.universalResolver,
      gateways: 'ownMachine',
      zone: { parent: localZone },
      gateway: { chainId: 'eip155:31337', resolver: localEns.zoneResolver, key: hexToBytes(zoneKey) },
    },
    tokenList: localTokenList,
    onramp: localOnramp(urls.money),
    offramp: localOfframp(urls.money),
    telemetry: { sink: 'database', keepsAddresses: false },
    payExchanges: localPayExchanges(urls.money),
    prices: { exchanges: Object.fromEntries(chains.map(({ chainId }) => [`eip155:${chainId}`, exchange])) },
    jupiter: localMarketSettings(urls.solana),
    lifi: localBridgeSettings(urls.money),
    social: localSocialSettings(urls, appleKey),
    // Chain A stands in for the chain of Farcaster's registries.
    farcaster: { relayUrl: urls.farcasterRelay, rpcUrl: urls.chainA },
  }) satisfies Partial<BackendSettings>

/** Api and custody in one process, on an embedded PostgreSQL. Key rings and database are in separate folders. */
export const openApi = async (context: ApiContext): Promise<{ close: () => Promise<void> }> => {
  const { ports, urls, dataFolder, deviceLink, networks, log } = context
  const settings = localSettings(context)
  const { startBackend } = await import('@latchkey/combined')
  const projectsFile = join(dataFolder, 'projects.json')
  const stopWriting = keepProjectsWritten(ports, projectsFile, log, { dappOrigins: context.dappOrigins })
  try {
    const backend = await startBackend({
      ...settings,
      networks,
      nodes: {
        ...settings.nodes,
        ...Object.fromEntries(networks.map(({ caipNetworkId, rpcUrls = [] }) => [caipNetworkId, rpcUrls])),
      },
      hosts: loopbackAddresses,
      apiPort: ports.api,
      custodyPort: ports.custody,
      projectListListener: { port: ports.projectList, hosts: loopbackAddresses },
      apiUrl: urls.api,
      custodyUrl: urls.custody,
      walletOrigin: urls.wallet,
      vaultOrigin: urls.vault,
      database: { folder: join(dataFolder, 'database') },
      keyRingFolder: join(dataFolder, 'keys'),
      projectsFile,
      smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
      mailFrom: 'Latchkey <login@latchkey.localhost>',
      // Limits protect other users' mailboxes, and nodes: here there are none.
      limits: { calls: false, mails: false },
      deviceLink,
      proxies: { hops: 0 },
      log: writeBackendLog(join(dataFolder, backendLogName), log),
    })
    return {
      close: async () => {
        stopWriting()
        await backend.close()
      },
    }
  } catch (error) {
    stopWriting()
    throw error
  }
}
