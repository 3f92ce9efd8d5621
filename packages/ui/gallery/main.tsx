import { parseThemeVariables, type ThemeMode } from '@latchkey/protocol/theme'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  adoptStyles,
  applyTheme,
  Button,
  codeStyles,
  Dialog,
  Header,
  Row,
  Stack,
  Text,
  ViewTransition,
} from '../src/index.ts'
import { screens } from './screens.tsx'

// ?theme=light|dark|system &dir=rtl &dialog (the modal over a page) &view=a/b (its stack) &accent=#fc0 &screen=Name (only that one)
const query = new URLSearchParams(location.search)
const mode = (query.get('theme') ?? 'system') as ThemeMode
document.documentElement.dir = query.get('dir') ?? 'ltr'
document.documentElement.dataset.theme =
  mode === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : mode
adoptStyles(document, codeStyles)
applyTheme(document, mode, parseThemeVariables({ '--lk-accent': query.get('accent') }))

function DialogPage() {
  const [open, setOpen] = useState(true)
  const [views, setViews] = useState(query.get('view')?.split('/') ?? ['Connect wallet'])
  const [direction, setDirection] = useState<'forward' | 'back'>('forward')
  const [shaking, setShaking] = useState(false)
  const title = views.at(-1) ?? ''
  const go = (next: string[]) => {
    setDirection(next.length > views.length ? 'forward' : 'back')
    setViews(next)
  }
  const shake = () => {
    setShaking(true)
    setTimeout(() => setShaking(false), 500)
  }
  return (
    <div className="page">
      <button type="button" onClick={() => setOpen(true)}>
        Connect
      </button>
      <p>{'A page of somebody else, with text of its own. '.repeat(60)}</p>
      <Dialog
        open={open}
        label={title}
        shaking={shaking}
        closeDisabled={title === 'Review'}
        onCloseRefused={shake}
        onClose={() => setOpen(false)}
      >
        <Header
          title={title}
          onClose={() => setOpen(false)}
          {...(views.length > 1 && { onBack: () => go(views.slice(0, -1)) })}
        />
        <ViewTransition viewKey={title} direction={direction}>
          {title === 'Connect wallet' ? (
            <Stack gap={2}>
              {['Review', 'Vulpes', 'Spectre', 'All wallets'].map((name) => (
                <Row key={name} icon="wallet" title={name} trailing="chevron" onClick={() => go([...views, name])} />
              ))}
            </Stack>
          ) : title === 'All wallets' ? (
            <Stack gap={2}>
              {Array.from({ length: 30 }, (_, index) => (
                <Row key={`${index + 1}`} icon="wallet" title={`Wallet ${index + 1}`} onClick={() => {}} />
              ))}
            </Stack>
          ) : (
            <Stack gap={4}>
              <Text size="display" as="h2">
                {title}
              </Text>
              <Text tone="secondary">{'Words about this view. '.repeat(12)}</Text>
              <Button onClick={() => go(views.slice(0, -1))}>Back</Button>
            </Stack>
          )}
        </ViewTransition>
      </Dialog>
    </div>
  )
}

const only = query.get('screen')
const shown = Object.entries(screens).filter(([name]) => only === null || only === name)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {query.has('dialog') ? (
      <DialogPage />
    ) : (
      <div className="gallery">
        {shown.map(([name, screen]) => (
          <figure key={name} data-screen={name}>
            <figcaption>{name}</figcaption>
            {screen}
          </figure>
        ))}
      </div>
    )}
  </StrictMode>,
)
