import { Announcer, Button, Notice, Text } from '@latchkey/ui'
import { useState } from 'react'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import type { Settings } from '../createSettings.ts'
import { saveFile } from '../saveFile.ts'
import { settingsWords } from '../settingsWords.ts'
import { useAction } from '../useAction.ts'

/** A copy of the wallet that opens without any service. */
export function RecoveryFile({ settings }: { settings: Pick<Settings, 'makeRecoveryFile'> }) {
  const { isBusy, error, run } = useAction()
  const isOnline = useOnline()
  const [isSaved, setSaved] = useState(false)
  const make = () =>
    run(async () => {
      setSaved(false)
      const file = await settings.makeRecoveryFile()
      const day = new Date().toISOString().slice(0, 10)
      saveFile(document, `wallet-recovery-${day}.json`, new Blob([file], { type: 'application/json' }))
      setSaved(true)
    })
  return (
    <section className="settings-export">
      <h2 className="settings-subheading">Recovery file</h2>
      <Text tone="secondary">
        An encrypted copy of all your keys, under a passphrase of its own. It opens on any computer, without the
        internet and even if this service no longer exists. Make a new one when you have imported an account.
      </Text>
      {isSaved && (
        <Notice variant="success" title="The file was saved">
          Keep it where you find it in years, and its passphrase somewhere else.
        </Notice>
      )}
      {error !== null && (
        <Notice variant="danger" title="No file was made">
          {settingsWords(error, isOnline)}
        </Notice>
      )}
      <div className="settings-buttons">
        <Button variant="secondary" icon="download" busy={isBusy ? 'One moment…' : undefined} onClick={make}>
          Make a recovery file
        </Button>
      </div>
      <Announcer message={isSaved ? 'The recovery file was saved' : ''} />
    </section>
  )
}
