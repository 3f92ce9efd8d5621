import { createModal } from '@latchkey/modal'

// Vite runs an edited module again; the modal of its last run leaves the page.
import.meta.hot?.data.modal?.destroy()

export const modal = createModal({
  projectId: '%PROJECT%',
  frameUrl: '%FRAME_URL%',
  apiUrl: '%API_URL%',
  networks: ['eip155:31337'], // the chain of the local stack; 'eip155:1' is Ethereum
  metadata: { name: '%NAME%' },
  themeMode: 'system',
})
if (import.meta.hot) import.meta.hot.data.modal = modal
