/**
 * Public nodes of the registry's networks, in order of preference, by CAIP-2 id. Separate from the registry, because only the backend calls
 * them: the wallet's documents don't bundle them. Retired and local networks have none.
 */
export const publicNodes: Readonly<Record<string, readonly string[]>> = {
  'eip155:1': ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
  'eip155:11155111': ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
  'eip155:10': ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
  'eip155:42161': ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
  'eip155:137': ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
  'eip155:42220': ['https://forno.celo.org', 'https://celo-rpc.publicnode.com'],
  'eip155:1313161554': ['https://mainnet.aurora.dev'],
  'eip155:1313161555': ['https://testnet.aurora.dev'],
  'eip155:56': ['https://bsc-rpc.publicnode.com', 'https://bsc-dataseed.bnbchain.org'],
  'eip155:97': ['https://bsc-testnet-rpc.publicnode.com'],
  'eip155:43114': ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'],
  'eip155:43113': ['https://api.avax-test.network/ext/bc/C/rpc', 'https://avalanche-fuji-c-chain-rpc.publicnode.com'],
  'eip155:324': ['https://mainnet.era.zksync.io'],
  'eip155:300': ['https://sepolia.era.zksync.dev'],
  'eip155:100': ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'],
  'eip155:8453': ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
  'eip155:84532': ['https://sepolia.base.org', 'https://base-sepolia-rpc.publicnode.com'],
  'eip155:7777777': ['https://rpc.zora.energy'],
  'eip155:999999999': ['https://sepolia.rpc.zora.energy'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [
    'https://api.mainnet-beta.solana.com',
    'https://solana-rpc.publicnode.com',
  ],
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': ['https://api.testnet.solana.com'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['https://api.devnet.solana.com'],
  'eip155:421614': ['https://sepolia-rollup.arbitrum.io/rpc', 'https://arbitrum-sepolia-rpc.publicnode.com'],
  'eip155:11155420': ['https://sepolia.optimism.io', 'https://optimism-sepolia-rpc.publicnode.com'],
  'eip155:80002': ['https://polygon-amoy-bor-rpc.publicnode.com', 'https://polygon-amoy.drpc.org'],
  'eip155:59144': ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com'],
  'eip155:59141': ['https://rpc.sepolia.linea.build', 'https://linea-sepolia-rpc.publicnode.com'],
  'eip155:534352': ['https://rpc.scroll.io', 'https://scroll-rpc.publicnode.com'],
  'eip155:534351': ['https://sepolia-rpc.scroll.io', 'https://scroll-sepolia-rpc.publicnode.com'],
}
