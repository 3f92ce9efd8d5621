import { Announcer, Button, Notice, Row, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { ImportKind } from '../createSettings.ts'
import type { SectionProps } from '../SectionProps.ts'
import { settingsWords } from '../settingsWords.ts'
import { useAction } from '../useAction.ts'

const imports = [
  { from: 'mnemonic', title: 'Recovery words', description: '12 to 24 words of another wallet' },
  { from: 'evmKey', title: 'Ethereum private key', description: 'Hexadecimal, for one address' },
  { from: 'solanaKey', title: 'Solana private key', description: 'Base58, for one address' },
] as const satisfies readonly { from: ImportKind; title: string; description: string }[]

/** Taking keys out of the wallet, and bringing others in. Both happen in the vault's own place, which this page cannot see. */
export function KeysSection({ settings }: SectionProps) {
  const showing = useAction()
  const importing = useAction()
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  return (
    <>
      <section className="settings-part">
        <h2 className="settings-subheading">Show your words and keys</h2>
        <Text tone="secondary">
          With the recovery words you can open the same addresses in another wallet. Keep them offline: whoever has them
          has everything, and nobody can take that back.
        </Text>
        {showing.error !== null && (
          <Notice variant="danger" title="Nothing was shown">
            {settingsWords(showing.error, isOnline)}
          </Notice>
        )}
        <div className="settings-buttons">
          <Button
            variant="secondary"
            icon="key"
            busy={showing.isBusy ? 'One moment…' : undefined}
            onClick={() => setAsking(true)}
          >
            Show words and keys
          </Button>
        </div>
      </section>
      <section className="settings-export">
        <h2 className="settings-subheading">Import an account</h2>
        <Text tone="secondary">
          Its addresses join those that you have, and it is protected and recovered like them. It is added to your
          wallet on all your devices.
        </Text>
        {importing.error !== null && (
          <Notice variant="danger" title="Nothing was imported">
            {settingsWords(importing.error, isOnline)}
          </Notice>
        )}
        <ul className="settings-list settings-rows">
          {imports.map(({ from, title, description }) => (
            <li key={from}>
              <Row
                title={title}
                description={description}
                icon="plus"
                trailing="chevron"
                disabled={importing.isBusy}
                onClick={() =>
                  importing.run(async () => {
                    await settings.importAccount(from)
                    setSaid('The account was imported')
                  })
                }
              />
            </li>
          ))}
        </ul>
        {said !== '' && importing.error === null && !importing.isBusy && (
          <Notice variant="success" title={said}>
            You find its addresses in the overview. An older recovery file does not hold it: make a new one.
          </Notice>
        )}
      </section>
      <AskDialog
        open={isAsking}
        title="Is anybody watching?"
        action="Go on"
        variant="primary"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          showing.run(settings.showKeys)
        }}
      >
        <Text>
          You are about to see what opens your wallet. Go on only if you are alone with your screen, and it is not
          shared or recorded.
        </Text>
        <Text tone="secondary">Nobody who helps you ever needs it. We mail you a notice that it was shown.</Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}
