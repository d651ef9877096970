/**
 * Why the camera or the reader of the browser gives nothing, and what to do: by the name of the error the browser
 * throws (`DOMException.name`), or `insecure` where the page came without HTTPS.
 */
export function scanProblem(device: 'camera' | 'nfc', name: string): string {
  const what = device === 'camera' ? '摄像头' : 'NFC'
  switch (name) {
    case 'insecure':
      return `当前连接不是 HTTPS，浏览器不开放${what}。请改用 https:// 地址打开，或用扫码枪、手工输入。`
    case 'NotAllowedError':
    case 'SecurityError':
      return `没有${what}权限。请点地址栏左侧的图标，在网站权限中允许${what}后重试；也可以用扫码枪或手工输入。`
    case 'NotFoundError':
    case 'OverconstrainedError':
    case 'NotSupportedError':
      return `这台设备没有可用的${what}，请用扫码枪或手工输入。`
    case 'NotReadableError':
    case 'AbortError':
      return `${what}正被其他程序占用或没有打开，请关闭其他程序、打开${what}后重试，或手工输入。`
    default:
      return `${what}没有打开，请重试；仍不行时用扫码枪或手工输入。`
  }
}
