import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/pairing'
import { WalletIcon } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import { useSecondsLeft } from '../../parts/useSecondsLeft.ts'
import { pairingAtom, type WalletTarget } from '../../state/connecting.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { ScanCode } from './ScanCode.tsx'

/** The code to scan, with the wallet's own logo, for how long it is good, and the same as a link. */
export function PairingCode({ target }: { target: WalletTarget }) {
  const pairing = useAtomValue(pairingAtom)
  const image = useWalletImage(target)
  const left = useSecondsLeft(pairing?.expiresAtMs ?? 0)
  const isValid = pairing !== null && left > 0
  const { name, group } = target
  const isAny = group === 'walletConnect'
  return (
    <ScanCode
      link={isValid ? pairing.uri : null}
      label={isAny ? t('codeAny') : t('code', { name })}
      // A code for any wallet bears none of their logos.
      logo={isAny && image.src === null ? undefined : <WalletIcon name={name} {...image} size={52} />}
      note={
        isValid
          ? t('left', { minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, '0') })
          : pairing === null
            ? commonT('loading')
            : t('soon')
      }
    />
  )
}
