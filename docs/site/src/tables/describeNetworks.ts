import { type Network, networks } from '@latchkey/chains'

const namespaces = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
} as const

const about = ({ testnet, local, retired, successor }: Network): string =>
  [local && 'local stack', retired && `shut down: use \`${successor}\``, testnet && !local && !retired && 'testnet']
    .filter((word) => typeof word === 'string')
    .join(', ')

/** Returns the networks that Latchkey knows, by namespace. */
export const describeNetworks = (): string =>
  [
    '# Networks',
    'What `networks` of `createModal` takes by id. The embedded wallet signs on EVM networks and on Solana; the other namespaces are for wallets' +
      ' that the user brings. [Networks](/guides/networks) says how to use them.',
    ...Object.entries(namespaces).flatMap(([namespace, title]) => {
      const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
      return own.length === 0
        ? []
        : [
            `## ${title}`,
            [
              '| Id | Name | Currency | |',
              '|---|---|---|---|',
              ...own.map(
                (network) =>
                  `| \`${network.caipNetworkId}\` | ${network.name} | ${network.nativeCurrency.symbol} | ${about(network)} |`,
              ),
            ].join('\n'),
          ]
    }),
    '',
  ].join('\n\n')
