import { t } from '@latchkey/copy/pairing'
import { Button, Text } from '@latchkey/ui'
import { QrCode } from '@latchkey/ui/qr'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { copyLinkAtom, isLinkCopiedAtom } from './copyLink.ts'

export type ScanCodeProps = {
  /** The content of the code. Null while it is loading, or expired. */
  link: string | null
  /** The purpose of the code. */
  label: string
  /** Icon of the app that reads it, at most 56 px. */
  logo?: ReactNode
  /** A text beside the button. */
  note: string
}

/** A code to scan, and the same as a link to copy. */
export function ScanCode({ link, label, logo, note }: ScanCodeProps) {
  const isCopied = useAtomValue(isLinkCopiedAtom)
  const copy = useSetAtom(copyLinkAtom)
  return (
    <div part="pairing">
      <QrCode text={link} label={link === null ? t('codeLoading') : label} logo={logo} />
      <div part="pairing-line">
        <Text size="small" tone="secondary">
          {note}
        </Text>
        <Button
          variant="secondary"
          icon={isCopied ? 'check' : 'copy'}
          disabled={link === null}
          onClick={() => {
            if (link !== null) void copy(link)
          }}
        >
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
      </div>
    </div>
  )
}
