import { startDevelopmentLanguage } from '../src/developmentLanguage.ts'
import { mountScreen } from './mountScreen.fixture.tsx'
import { screens } from './screens.fixture.ts'

const query = new URLSearchParams(location.search)
const name = query.get('screen')
const mode = query.get('mode') === 'light' ? 'light' : 'dark'

await startDevelopmentLanguage()
if (name !== null) {
  await mountScreen(name, { mode, dir: query.get('dir') === 'rtl' ? 'rtl' : 'ltr' })
} else {
  for (const screen of Object.keys(screens)) {
    const link = document.createElement('a')
    link.href = `?${new URLSearchParams({ screen, mode })}`
    link.textContent = screen
    document.querySelector('main')?.append(link)
  }
}
