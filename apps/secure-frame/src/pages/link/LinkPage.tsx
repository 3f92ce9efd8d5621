import { t } from '@latchkey/copy/linkPage'
import { Announcer, Icon, type IconName, Panel, Stack, Text } from '@latchkey/ui'
import { type ReactNode, useEffect, useRef } from 'react'

export type LinkPageProps = {
  heading: string
  /** An icon over the heading, where nothing is left to decide. */
  mark?: { icon: IconName; tone: 'neutral' | 'success' }
  lead: ReactNode
  children?: ReactNode
  /** The announcement for screen readers. */
  said: string
}

/** A page behind a mailed link: its purpose, and the one thing to do. */
export function LinkPage({ heading, mark, lead, children, said }: LinkPageProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // Another heading is another page, and is read from its start.
  useEffect(() => {
    document.title = heading
    title.current?.focus({ preventScroll: true })
  }, [heading])

  return (
    <Panel shape="page">
      <main className="link-page">
        <p className="link-brand">
          <Icon name="wallet" size={18} /> {t('brand')}
        </p>
        <div className="link-card">
          {mark !== undefined && (
            <span className="link-mark" data-tone={mark.tone}>
              <Icon name={mark.icon} size={28} />
            </span>
          )}
          <Stack gap={2}>
            <h1 ref={title} className="link-heading" tabIndex={-1}>
              {heading}
            </h1>
            <Text tone="secondary" align="center">
              {lead}
            </Text>
          </Stack>
          {children}
        </div>
      </main>
      <Announcer message={said} />
    </Panel>
  )
}
