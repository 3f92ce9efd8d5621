import { Button, Text, WalletIcon } from '@latchkey/ui'
import { QrCode } from '@latchkey/ui/qr'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { pairingAtom, type WalletTarget } from '../../state/connecting.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { copyPairingAtom, isPairingCopiedAtom } from './copyPairing.ts'

/** The code to scan, with the wallet's own logo, for how long it is good, and the same as a link. */
export function PairingCode({ target }: { target: WalletTarget }) {
  const pairing = useAtomValue(pairingAtom)
  const isCopied = useAtomValue(isPairingCopiedAtom)
  const copy = useSetAtom(copyPairingAtom)
  const image = useWalletImage(target)
  const left = useSecondsLeft(pairing?.expiresAtMs ?? 0)
  const isValid = pairing !== null && left > 0
  const { name, group } = target
  const isAny = group === 'walletConnect'
  const label = isAny ? say('pairing.codeAny') : say('pairing.code', { name })
  return (
    <div part="pairing">
      <QrCode
        text={isValid ? pairing.uri : null}
        label={isValid ? label : say('pairing.codeLoading')}
        // A code for any wallet bears none of their logos.
        logo={isAny && image.src === null ? undefined : <WalletIcon name={name} {...image} size={52} />}
      />
      <div part="pairing-line">
        <Text size="small" tone="secondary">
          {isValid
            ? say('pairing.left', { minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, '0') })
            : say(pairing === null ? 'view.loading' : 'pairing.soon')}
        </Text>
        <Button variant="secondary" icon={isCopied ? 'check' : 'copy'} disabled={!isValid} onClick={() => void copy()}>
          {say(isCopied ? 'pairing.copied' : 'pairing.copy')}
        </Button>
      </div>
    </div>
  )
}
