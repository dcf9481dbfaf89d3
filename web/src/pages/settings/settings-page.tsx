export function SettingsPage() {
  return <p>settings</p>;
}
