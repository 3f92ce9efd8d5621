/**
 * Every network that Latchkey knows, one row each: the 24 EVM and 3 Solana networks of the frame protocol (specification section 9), the
 * successors of retired networks, the local chains, and the networks of other namespaces that external wallets support. Each row is a
 * separate export so that a dapp bundles only those it imports. `publicNodes` has their nodes.
 *
 * References are those of the CAIP-2 profiles: for `bip122` and `polkadot` the first 32 hex digits of the genesis hash.
 */
import type { EvmNetwork, Network, OtherNamespace, OtherNetwork, SolanaNetwork } from './network.ts'

type Derived = 'caipNetworkId' | 'chainNamespace'
type Optional = 'feeModel' | 'testnet' | 'nativeCurrency'
type Ended = 'retired' | 'successor'
/** `successor`: the chain id of the network that replaces a retired one. */
type EvmRow<id extends number> = Omit<EvmNetwork<id>, Derived | Optional | Ended> &
  Partial<Pick<EvmNetwork, Optional>> & { readonly successor?: number }
type SolanaRow<id extends string> = Omit<SolanaNetwork<id>, Derived | 'nativeCurrency'>
type BitcoinRow<id extends string> = Omit<OtherNetwork<'bip122', id>, Derived | 'nativeCurrency' | 'assets'>
type OtherRow<id extends string> = Omit<OtherNetwork<OtherNamespace, id>, Derived | 'testnet'>

const evm = <const id extends number>({ successor, ...row }: EvmRow<id>): EvmNetwork<id> => ({
  caipNetworkId: `eip155:${row.id}`,
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: false,
  feeModel: 'eip1559',
  ...row,
  ...(successor && { retired: true, successor: `eip155:${successor}` }),
})

const solanaCluster = <const id extends string>(row: SolanaRow<id>): SolanaNetwork<id> => ({
  caipNetworkId: `solana:${row.id}`,
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  ...row,
})

const bitcoinChain = <const id extends string>(row: BitcoinRow<id>): OtherNetwork<'bip122', id> => ({
  caipNetworkId: `bip122:${row.id}`,
  chainNamespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  assets: { imageId: 'bitcoin' },
  ...row,
})

const mainNetwork = <const namespace extends OtherNamespace, const id extends string>(
  chainNamespace: namespace,
  row: OtherRow<id>,
) =>
  ({
    caipNetworkId: `${chainNamespace}:${row.id}`,
    chainNamespace,
    testnet: false,
    ...row,
  }) as const

/** CAIP-2 `eip155:1`; fees in ETH. */
export const mainnet = /* @__PURE__ */ evm({
  id: 1,
  name: 'Ethereum',
  blockExplorer: { name: 'Etherscan', url: 'https://etherscan.io' },
  assets: { imageId: 'ethereum' },
})
/** CAIP-2 `eip155:5`; fees in ETH. Retired: it no longer produces blocks. */
export const goerli = /* @__PURE__ */ evm({
  id: 5,
  name: 'Goerli',
  testnet: true,
  successor: 11155111,
  assets: { imageId: 'ethereum' },
})
/** CAIP-2 `eip155:11155111`; fees in ETH. Testnet: its ETH has no value. */
export const sepolia = /* @__PURE__ */ evm({
  id: 11155111,
  name: 'Sepolia',
  testnet: true,
  blockExplorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
  assets: { imageId: 'ethereum' },
})
/** CAIP-2 `eip155:10`; fees in ETH. */
export const optimism = /* @__PURE__ */ evm({
  id: 10,
  name: 'OP Mainnet',
  blockExplorer: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' },
  assets: { imageId: 'optimism' },
})
/** CAIP-2 `eip155:420`; fees in ETH. Retired: it no longer produces blocks. */
export const optimismGoerli = /* @__PURE__ */ evm({
  id: 420,
  name: 'Optimism Goerli',
  testnet: true,
  successor: 11155420,
  assets: { imageId: 'optimism' },
})
/** CAIP-2 `eip155:11155420`; fees in ETH. Testnet: its ETH has no value. */
export const optimismSepolia = /* @__PURE__ */ evm({
  id: 11155420,
  name: 'OP Sepolia',
  testnet: true,
  blockExplorer: { name: 'Optimism Explorer', url: 'https://sepolia-optimism.etherscan.io' },
  assets: { imageId: 'optimism' },
})
/** CAIP-2 `eip155:42161`; fees in ETH. */
export const arbitrum = /* @__PURE__ */ evm({
  id: 42161,
  name: 'Arbitrum One',
  blockExplorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
  assets: { imageId: 'arbitrum-one' },
})
/** CAIP-2 `eip155:421613`; fees in ETH. Retired: it no longer produces blocks. */
export const arbitrumGoerli = /* @__PURE__ */ evm({
  id: 421613,
  name: 'Arbitrum Goerli',
  testnet: true,
  successor: 421614,
  assets: { imageId: 'arbitrum-one' },
})
/** CAIP-2 `eip155:421614`; fees in ETH. Testnet: its ETH has no value. */
export const arbitrumSepolia = /* @__PURE__ */ evm({
  id: 421614,
  name: 'Arbitrum Sepolia',
  testnet: true,
  blockExplorer: { name: 'Arbiscan', url: 'https://sepolia.arbiscan.io' },
  assets: { imageId: 'arbitrum-one' },
})
/** CAIP-2 `eip155:137`; fees in POL. */
export const polygon = /* @__PURE__ */ evm({
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  blockExplorer: { name: 'PolygonScan', url: 'https://polygonscan.com' },
  assets: { imageId: 'polygon' },
})
/** CAIP-2 `eip155:80001`; fees in MATIC. Retired: it no longer produces blocks. */
export const polygonMumbai = /* @__PURE__ */ evm({
  id: 80001,
  name: 'Polygon Mumbai',
  nativeCurrency: { name: 'MATIC', symbol: 'MATIC', decimals: 18 },
  testnet: true,
  successor: 80002,
  assets: { imageId: 'polygon' },
})
/** CAIP-2 `eip155:80002`; fees in POL. Testnet: its POL has no value. */
export const polygonAmoy = /* @__PURE__ */ evm({
  id: 80002,
  name: 'Polygon Amoy',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  testnet: true,
  blockExplorer: { name: 'PolygonScan', url: 'https://amoy.polygonscan.com' },
  assets: { imageId: 'polygon' },
})
/** CAIP-2 `eip155:42220`; fees in CELO. */
export const celo = /* @__PURE__ */ evm({
  id: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  blockExplorer: { name: 'Celo Explorer', url: 'https://celoscan.io' },
  assets: { imageId: 'celo' },
})
/** CAIP-2 `eip155:1313161554`; fees in ETH. It has a gas price and no base fee. */
export const aurora = /* @__PURE__ */ evm({
  id: 1313161554,
  name: 'Aurora',
  feeModel: 'legacy',
  blockExplorer: { name: 'Aurora Explorer', url: 'https://explorer.aurora.dev' },
  assets: { imageId: 'aurora' },
})
/** CAIP-2 `eip155:1313161555`; fees in ETH. Testnet: its ETH has no value. It has a gas price and no base fee. */
export const auroraTestnet = /* @__PURE__ */ evm({
  id: 1313161555,
  name: 'Aurora Testnet',
  testnet: true,
  feeModel: 'legacy',
  blockExplorer: { name: 'Aurora Explorer', url: 'https://explorer.testnet.aurora.dev' },
  assets: { imageId: 'aurora' },
})
/** CAIP-2 `eip155:56`; fees in BNB. */
export const bsc = /* @__PURE__ */ evm({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  blockExplorer: { name: 'BscScan', url: 'https://bscscan.com' },
  assets: { imageId: 'binance-smart-chain' },
})
/** CAIP-2 `eip155:97`; fees in tBNB. Testnet: its tBNB has no value. */
export const bscTestnet = /* @__PURE__ */ evm({
  id: 97,
  name: 'BNB Smart Chain Testnet',
  nativeCurrency: { name: 'BNB', symbol: 'tBNB', decimals: 18 },
  testnet: true,
  blockExplorer: { name: 'BscScan', url: 'https://testnet.bscscan.com' },
  assets: { imageId: 'binance-smart-chain' },
})
/** CAIP-2 `eip155:43114`; fees in AVAX. */
export const avalanche = /* @__PURE__ */ evm({
  id: 43114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  blockExplorer: { name: 'SnowTrace', url: 'https://snowtrace.io' },
  assets: { imageId: 'avalanche' },
})
/** CAIP-2 `eip155:43113`; fees in AVAX. Testnet: its AVAX has no value. */
export const avalancheFuji = /* @__PURE__ */ evm({
  id: 43113,
  name: 'Avalanche Fuji',
  nativeCurrency: { name: 'Avalanche Fuji', symbol: 'AVAX', decimals: 18 },
  testnet: true,
  blockExplorer: { name: 'SnowTrace', url: 'https://testnet.snowtrace.io' },
  assets: { imageId: 'avalanche' },
})
/** CAIP-2 `eip155:324`; fees in ETH. */
export const zksync = /* @__PURE__ */ evm({
  id: 324,
  name: 'ZKsync Era',
  blockExplorer: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' },
  assets: { imageId: 'zksync' },
})
/** CAIP-2 `eip155:280`; fees in ETH. Retired: it no longer produces blocks. */
export const zksyncGoerli = /* @__PURE__ */ evm({
  id: 280,
  name: 'ZKsync Era Goerli',
  testnet: true,
  successor: 300,
  assets: { imageId: 'zksync' },
})
/** CAIP-2 `eip155:300`; fees in ETH. Testnet: its ETH has no value. */
export const zksyncSepolia = /* @__PURE__ */ evm({
  id: 300,
  name: 'ZKsync Sepolia',
  testnet: true,
  blockExplorer: { name: 'ZKsync Explorer', url: 'https://sepolia.explorer.zksync.io' },
  assets: { imageId: 'zksync' },
})
/** CAIP-2 `eip155:100`; fees in XDAI. */
export const gnosis = /* @__PURE__ */ evm({
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  blockExplorer: { name: 'Gnosisscan', url: 'https://gnosisscan.io' },
  assets: { imageId: 'gnosis' },
})
/** CAIP-2 `eip155:8453`; fees in ETH. */
export const base = /* @__PURE__ */ evm({
  id: 8453,
  name: 'Base',
  blockExplorer: { name: 'Basescan', url: 'https://basescan.org' },
  assets: { imageId: 'base' },
})
/** CAIP-2 `eip155:84531`; fees in ETH. Retired: it no longer produces blocks. */
export const baseGoerli = /* @__PURE__ */ evm({
  id: 84531,
  name: 'Base Goerli',
  testnet: true,
  successor: 84532,
  assets: { imageId: 'base' },
})
/** CAIP-2 `eip155:84532`; fees in ETH. Testnet: its ETH has no value. */
export const baseSepolia = /* @__PURE__ */ evm({
  id: 84532,
  name: 'Base Sepolia',
  testnet: true,
  blockExplorer: { name: 'Basescan', url: 'https://sepolia.basescan.org' },
  assets: { imageId: 'base' },
})
/** CAIP-2 `eip155:7777777`; fees in ETH. */
export const zora = /* @__PURE__ */ evm({
  id: 7777777,
  name: 'Zora',
  blockExplorer: { name: 'Zora Explorer', url: 'https://explorer.zora.energy' },
  assets: { imageId: 'zora' },
})
/**
 * CAIP-2 `eip155:999`; fees in ETH. Retired: it no longer produces blocks. A live chain has since taken the id 999: never give
 * this row a node.
 */
export const zoraGoerli = /* @__PURE__ */ evm({
  id: 999,
  name: 'Zora Goerli',
  testnet: true,
  successor: 999999999,
  assets: { imageId: 'zora' },
})
/** CAIP-2 `eip155:999999999`; fees in ETH. Testnet: its ETH has no value. */
export const zoraSepolia = /* @__PURE__ */ evm({
  id: 999999999,
  name: 'Zora Sepolia',
  testnet: true,
  blockExplorer: { name: 'Zora Explorer', url: 'https://sepolia.explorer.zora.energy' },
  assets: { imageId: 'zora' },
})
/** CAIP-2 `eip155:59144`; fees in ETH. */
export const linea = /* @__PURE__ */ evm({
  id: 59144,
  name: 'Linea',
  blockExplorer: { name: 'LineaScan', url: 'https://lineascan.build' },
  assets: {},
})
/** CAIP-2 `eip155:59141`; fees in ETH. Testnet: its ETH has no value. */
export const lineaSepolia = /* @__PURE__ */ evm({
  id: 59141,
  name: 'Linea Sepolia',
  testnet: true,
  blockExplorer: { name: 'LineaScan', url: 'https://sepolia.lineascan.build' },
  assets: {},
})
/** CAIP-2 `eip155:534352`; fees in ETH. */
export const scroll = /* @__PURE__ */ evm({
  id: 534352,
  name: 'Scroll',
  blockExplorer: { name: 'Scrollscan', url: 'https://scrollscan.com' },
  assets: {},
})
/** CAIP-2 `eip155:534351`; fees in ETH. Testnet: its ETH has no value. */
export const scrollSepolia = /* @__PURE__ */ evm({
  id: 534351,
  name: 'Scroll Sepolia',
  testnet: true,
  blockExplorer: { name: 'Scrollscan', url: 'https://sepolia.scrollscan.com' },
  assets: {},
})

/** CAIP-2 `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`; fees in SOL. */
export const solana = /* @__PURE__ */ solanaCluster({
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  testnet: false,
  blockExplorer: { name: 'Solscan', url: 'https://solscan.io' },
  assets: { imageId: 'solana' },
})
/** CAIP-2 `solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z`; fees in SOL. Testnet: its SOL has no value. */
export const solanaTestnet = /* @__PURE__ */ solanaCluster({
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  testnet: true,
  assets: { imageId: 'solana' },
})
/** CAIP-2 `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1`; fees in SOL. Testnet: its SOL has no value. */
export const solanaDevnet = /* @__PURE__ */ solanaCluster({
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  testnet: true,
  assets: { imageId: 'solana' },
})

/** CAIP-2 `eip155:31337`; fees in ETH. It runs on the developer's machine. */
export const localA = /* @__PURE__ */ evm({
  id: 31337,
  name: 'Local chain A',
  testnet: true,
  local: true,
  assets: { imageId: 'ethereum' },
})
/** CAIP-2 `eip155:1337`; fees in ETH. It runs on the developer's machine. */
export const localB = /* @__PURE__ */ evm({
  id: 1337,
  name: 'Local chain B',
  testnet: true,
  local: true,
  assets: { imageId: 'ethereum' },
})
/** The id isn't a genesis hash: the local cluster's genesis changes. */
export const solanaLocal = /* @__PURE__ */ solanaCluster({
  id: 'LocaLatchkey11111111111111111111',
  name: 'Local Solana',
  testnet: true,
  local: true,
  assets: { imageId: 'solana' },
})

/** CAIP-2 `bip122:000000000019d6689c085ae165831e93`; fees in BTC. */
export const bitcoin = /* @__PURE__ */ bitcoinChain({
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  testnet: false,
  blockExplorer: { name: 'mempool.space', url: 'https://mempool.space' },
})
/** CAIP-2 `bip122:000000000933ea01ad0ee984209779ba`; fees in BTC. Testnet: its BTC has no value. */
export const bitcoinTestnet = /* @__PURE__ */ bitcoinChain({
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  testnet: true,
  blockExplorer: { name: 'mempool.space', url: 'https://mempool.space/testnet' },
})
/** CAIP-2 `bip122:00000000da84f2bafbbc53dee25a72ae`; fees in BTC. Testnet: its BTC has no value. */
export const bitcoinTestnet4 = /* @__PURE__ */ bitcoinChain({
  id: '00000000da84f2bafbbc53dee25a72ae',
  name: 'Bitcoin Testnet 4',
  testnet: true,
  blockExplorer: { name: 'mempool.space', url: 'https://mempool.space/testnet4' },
})
/** CAIP-2 `bip122:00000008819873e925422c1ff0f99f7c`; fees in BTC. Testnet: its BTC has no value. */
export const bitcoinSignet = /* @__PURE__ */ bitcoinChain({
  id: '00000008819873e925422c1ff0f99f7c',
  name: 'Bitcoin Signet',
  testnet: true,
  blockExplorer: { name: 'mempool.space', url: 'https://mempool.space/signet' },
})
/** CAIP-2 `bip122:0f9188f13cb7b2c71f2a335e3a4fc328`; fees in BTC. It runs on the developer's machine. */
export const bitcoinRegtest = /* @__PURE__ */ bitcoinChain({
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  testnet: true,
  local: true,
})

/** CAIP-2 `polkadot:91b171bb158e2d3848fa23a9f1c25182`; fees in DOT. */
export const polkadot = /* @__PURE__ */ mainNetwork('polkadot', {
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  blockExplorer: { name: 'Subscan', url: 'https://polkadot.subscan.io' },
  assets: { imageId: 'polkadot' },
})
/** CAIP-2 `cosmos:cosmoshub-4`; fees in ATOM. */
export const cosmosHub = /* @__PURE__ */ mainNetwork('cosmos', {
  id: 'cosmoshub-4',
  name: 'Cosmos Hub',
  nativeCurrency: { name: 'Cosmos', symbol: 'ATOM', decimals: 6 },
  blockExplorer: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' },
  assets: { imageId: 'cosmos-hub' },
})
/** CAIP-2 `sui:mainnet`; fees in SUI. */
export const sui = /* @__PURE__ */ mainNetwork('sui', {
  id: 'mainnet',
  name: 'Sui',
  nativeCurrency: { name: 'Sui', symbol: 'SUI', decimals: 9 },
  blockExplorer: { name: 'SuiVision', url: 'https://suivision.xyz' },
  assets: { imageId: 'sui' },
})
/** CAIP-2 `stacks:1`; fees in STX. */
export const stacks = /* @__PURE__ */ mainNetwork('stacks', {
  id: '1',
  name: 'Stacks',
  nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
  blockExplorer: { name: 'Hiro Explorer', url: 'https://explorer.hiro.so' },
  assets: { imageId: 'stacks' },
})

/** The whole registry. */
export const networks: readonly Network[] = [
  mainnet,
  goerli,
  sepolia,
  optimism,
  optimismGoerli,
  optimismSepolia,
  arbitrum,
  arbitrumGoerli,
  arbitrumSepolia,
  polygon,
  polygonMumbai,
  polygonAmoy,
  celo,
  aurora,
  auroraTestnet,
  bsc,
  bscTestnet,
  avalanche,
  avalancheFuji,
  zksync,
  zksyncGoerli,
  zksyncSepolia,
  gnosis,
  base,
  baseGoerli,
  baseSepolia,
  zora,
  zoraGoerli,
  zoraSepolia,
  linea,
  lineaSepolia,
  scroll,
  scrollSepolia,
  solana,
  solanaTestnet,
  solanaDevnet,
  localA,
  localB,
  solanaLocal,
  bitcoin,
  bitcoinTestnet,
  bitcoinTestnet4,
  bitcoinSignet,
  bitcoinRegtest,
  polkadot,
  cosmosHub,
  sui,
  stacks,
]
