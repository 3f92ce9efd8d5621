// Keeps the page current: fetches it again when a mail arrives, and after the server was unavailable.
const refresh = async () => {
  const response = await fetch(location.href)
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  document.querySelector('nav').replaceChildren(...fresh.querySelector('nav').children)
  // The mail that is being read stays as it is: replacing it would load its frame again.
  const [shown, newest] = [document, fresh].map((page) => page.querySelector('main'))
  if (shown.dataset.mail !== newest.dataset.mail) shown.replaceWith(newest)
}

const arrivals = new EventSource('/events')
arrivals.addEventListener('open', refresh)
arrivals.addEventListener('message', refresh)
