export default function OnlinePage() {
  return null
}
