export default function PermissionPage() {
  return null
}
