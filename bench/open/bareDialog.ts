/** A minimal modal: a native dialog with a title, a field and some buttons, opened by a click. */
export const bareDialog = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Bare dialog</title>
  <header><button type="button" id="open">Connect</button></header>
  <dialog aria-label="Connect">
    <button type="button" id="close" aria-label="Close">x</button>
    <h2>Connect</h2>
    <input type="email" aria-label="Email address" autofocus>
    <button type="button">Continue</button>
    <ul>${Array.from({ length: 5 }, (_, index) => `<li><button type="button">Wallet ${index + 1}</button></li>`).join('')}</ul>
  </dialog>
  <script>
    const dialog = document.querySelector('dialog')
    document.querySelector('#open').onclick = () => dialog.showModal()
    document.querySelector('#close').onclick = () => dialog.close()
  </script>
</html>`
