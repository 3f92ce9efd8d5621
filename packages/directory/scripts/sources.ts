import { readBigmi } from './readers/bigmi.ts'
import { readInterchainKit } from './readers/interchainKit.ts'
import { readLasereyes } from './readers/lasereyes.ts'
import { readRainbowkit } from './readers/rainbowkit.ts'
import { readSolanaAdapter } from './readers/solanaAdapter.ts'
import { readStacksConnect } from './readers/stacksConnect.ts'
import { readSubwalletConnect } from './readers/subwalletConnect.ts'
import { readThirdweb } from './readers/thirdweb.ts'
import type { Reader } from './sourceRow.ts'

export type LicenceName = 'MIT' | 'Apache-2.0'

export type Source = {
  name: string
  version: string
  /** SHA-512 of the package file, as in the registry and npm lockfiles. */
  integrity: string
  licence: LicenceName
  /** The file with the license; the manifest only if there is no text. */
  licenceFile: string
}
/** The names of sources in `joins.ts`; packages with one wallet each share a column. */
export const columns = [
  'rainbowkit',
  'thirdweb',
  'solana',
  'bigmi',
  'lasereyes',
  'stacks',
  'subwallet',
  'interchain',
] as const
export type Column = (typeof columns)[number]
export type WalletSource = Source & { column: Column; read: Reader }

/** The sources of wallet facts. The first with a field decides it, except as noted in `build.ts`. */
export const walletSources: readonly WalletSource[] = [
  {
    name: '@rainbow-me/rainbowkit',
    version: '2.2.11',
    integrity: 'sha512-FHPsRHMBpuHHhuyKktAR13O9agmsUUunDnVEP4hG1dSZ2JojXLUSWyLG28VbGIJakHYylkNguiLFnqM/BM8ERA==',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    column: 'rainbowkit',
    read: readRainbowkit,
  },
  {
    name: 'thirdweb',
    version: '5.121.6',
    integrity: 'sha512-tZuYoxazy8GJz59IX/NhpQ5u+DzC/vo9/3ZgqxY9pZPDlnH0QZY8oJOX2m7L2DmtzTCqa5YWD+x9Xj18EQDiyw==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'thirdweb',
    read: readThirdweb,
  },
  {
    name: '@solana/wallet-adapter-bitkeep',
    version: '0.3.25',
    integrity: 'sha512-1prW475sXWiNwlXvmzNg2DPXXdZ6YrX6S8qbT5+SYn09rSPjqwkuNxMPKTnKWwnQOn0i+bekY/o0rn0yQW/38w==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-coin98',
    version: '0.5.25',
    integrity: 'sha512-Kmogqzz6/YDZdaI3LJ3VwNZBt9TKkjb0ODb1mVRC9EVmKfaI49v4l/FLfY5pG1F+2rD9DySrnyxrug7MWlxPDg==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-coinbase',
    version: '0.1.24',
    integrity: 'sha512-XZfAXVzw25nka8bg6mAasAtyEXw2y+TEkOBIOs2Z+QprCzZOqmac2rsohV1mE0EZL3f2sCv/qDbWlG/fyqiPXw==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-ledger',
    version: '0.9.30',
    integrity: 'sha512-FGVah0kQBe0aRMY26BrENA8rej9eUUw+L2UT6qGZYUmEGDSvcrpiEk1nP66g+qL+sqVs9zbv7zJ4LIF2oiG9hg==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-mathwallet',
    version: '0.9.23',
    integrity: 'sha512-M7C12r8VAc+hJ++rWVslDrLmXrcDlBYo2kXZf2Cj0ID0UW61onTLiakIkLYJMbl17bJ+Xq11n1EDzrp9XVCe3A==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-nightly',
    version: '0.1.21',
    integrity: 'sha512-XEnFzYfQYo+YkvO0l/xuV4YIY5M1JEIqz3wJ7hFdpDSPDTkDT29HL5YcaJq5d+XJeJpKYSQOk++5zoisTYefiQ==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-nufi',
    version: '0.1.22',
    integrity: 'sha512-T0hoOUGUtkwrmcDLdd/aBRHVPIcOvaz2R/v1JR1zDbTg7tpoB76harUpUC0DN9rQRM10BZCFgE/YItq0h/O1XA==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-phantom',
    version: '0.9.30',
    integrity: 'sha512-EZlliQ0EchqsGZ4P2xbP3Zn1/YuqSvi8mCueXhVIYRcu15xSGt/JhvYaIGXtVlyQBwCMoTaSyXdMJhtrMFSgRQ==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-safepal',
    version: '0.5.23',
    integrity: 'sha512-jhUHCEUdEIYymLiZWhW0/O6MMFTJ8RAr4XQk2R3iZxZNff5G6EvsMlVqMSVD46pbBjuQSRzzVa94XVMIch6j5g==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-solflare',
    version: '0.6.34',
    integrity: 'sha512-tlbdn8ScgIqVswBDTihtIj8K5GLWtgmotWeu1GpAIfu4PtCq6DGnVYDAgP8V6XKX9x1rkm3DT52PddqaGxc8Nw==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-tokenpocket',
    version: '0.4.24',
    integrity: 'sha512-k0lVnbfxh+mrL29esxDSCPN6lbKlK8PFxPR6DexiD/fTFMZMK7quW3dR0spVYcLj049URq1jvjuUQEZCDoZnnA==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-trezor',
    version: '0.1.7',
    integrity: 'sha512-lBNQ0tRhvJXeJL62/6cK0qJNxEI8gg9R7LVUvIOEc1zv81QP1GSEy0s9JjIP1dy0rhEP5dGSC977q0yT9DA2Sg==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@solana/wallet-adapter-trust',
    version: '0.1.18',
    integrity: 'sha512-yDHUJSTiFCtVPdGGq+TObJT5WIFV8TYIaGtXeCVjvSJnJIB5KA4n7GMNYiym6FYiLzAxihGLnFCSkTATlYP6gw==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'solana',
    read: readSolanaAdapter,
  },
  {
    name: '@bigmi/client',
    version: '0.10.1',
    integrity: 'sha512-oU5IzogIVS8QQiV+ZjyWgTnhN16qiGWQfQRbvqhAeFJGuQ/mdEqOBRrFoTqUEmGah/xZnrAbNskC13a+tTAiFg==',
    licence: 'MIT',
    licenceFile: 'LICENSE.md',
    column: 'bigmi',
    read: readBigmi,
  },
  {
    name: '@omnisat/lasereyes-core',
    version: '0.0.85',
    integrity: 'sha512-Btlb/zyp44NiEJ0wtG/SXQCbtmGUgs2/RKh2ONRlC9kDyeumnF0XbJ1LsBsRmP9hDoMhzZGE7XoZTeP7b+lhHA==',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    column: 'lasereyes',
    read: readLasereyes,
  },
  {
    name: '@stacks/connect',
    version: '8.2.7',
    integrity: 'sha512-O9S4CCeMHJS1xnE+bPEca6zexVDgpyz4ibyi9G0qysaoyFj6eJah+xFfiuKShie4lm9CTHN+6eqVWrjcanvRxQ==',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    column: 'stacks',
    read: readStacksConnect,
  },
  {
    name: '@subwallet/wallet-connect',
    version: '0.2.7',
    integrity: 'sha512-BcSLbZF77N2aptq9sRpACIUVo25yW0Ey/6x/BeW/bu0C2wC4/SAxIY/n5S5T74glNlzb+6a9wmeRQa1IrBbAFw==',
    licence: 'Apache-2.0',
    licenceFile: 'LICENSE',
    column: 'subwallet',
    read: readSubwalletConnect,
  },
  {
    name: '@interchain-kit/keplr-extension',
    version: '0.3.55',
    integrity: 'sha512-ltpKNZzxRgo5R3S5dCU8RAehHoNXqz/kod9dWaxXQ9VrAXmetnih5UQob2KLUDF9i4RJhKb/HJ5bJyXKE+Wk8g==',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    column: 'interchain',
    read: readInterchainKit,
  },
  {
    name: '@interchain-kit/leap-extension',
    version: '0.3.55',
    integrity: 'sha512-SiClwnO5qA1ofvN81Q9ofN6Vv0FE2ra0Td6GuxIoHwc/AX5kvVVTseOQ3WTz59vXYlOI6q7iBiuawMc6FKYzSg==',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    column: 'interchain',
    read: readInterchainKit,
  },
  {
    name: '@interchain-kit/cosmostation-extension',
    version: '0.3.43',
    integrity: 'sha512-Uq9naHnFBSf0o6iMAYKj+voqqxlOZRhO/QsVBn5KbK5xAEtoY5tvyBv5mwdOIp87CjkxAn8WhYM50NEbUU9RlQ==',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    column: 'interchain',
    read: readInterchainKit,
  },
]

/** The icons of wallets, networks and tokens. */
export const iconSource: Source = {
  name: '@web3icons/core',
  version: '4.0.56',
  integrity: 'sha512-jyLkrMdfn6RTZ0+61Ap1AS2yeSG6WZ8mxZ61S3lu/CC0rJb4fgr2jw3W8aCDxhakEm/xqaEZqUmlZiTxCCs4yw==',
  licence: 'MIT',
  licenceFile: 'package.json',
}
/** The icon names of wallets, networks and tokens. */
export const iconNamesSource: Source = {
  name: '@web3icons/common',
  version: '0.11.51',
  integrity: 'sha512-ZXaTW/P6ReLHmkYQcxP8OcPoUrSmgPlsFKVboiG/cVSIkz0mHNP1tIFhf9zPOQaQm20yqTc+uuNuXb2ywHzI1A==',
  licence: 'MIT',
  licenceFile: 'package.json',
}
