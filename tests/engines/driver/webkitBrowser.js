// Run by gjs: a window of WebKitGTK that WebKitWebDriver drives. MiniBrowser keeps nothing on the disk while it is
// driven; this keeps its data in the folder that it is given, so that it can be killed and started again.
/* global ARGV, imports */
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { GLib, Gtk, WebKit2: WebKit } = imports.gi;

const [profile, storageShare, storage, dark] = ARGV;
const context = WebKit.WebContext.new_with_website_data_manager(
  new WebKit.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
    ...(Number(storageShare) > 0 ? { origin_storage_ratio: Number(storageShare) } : {}),
  }),
);
context
  .get_cookie_manager()
  .set_persistent_storage(`${profile}/cookies.sqlite`, WebKit.CookiePersistentStorage.SQLITE);
if (storage === 'blocked') context.get_cookie_manager().set_accept_policy(WebKit.CookieAcceptPolicy.NEVER);
context.set_automation_allowed(true);
context.connect('automation-started', (_context, session) => {
  const info = new WebKit.ApplicationInfo();
  info.set_name('WebKitGTK');
  info.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version());
  session.set_application_info(info);
  session.connect('create-web-view', () => {
    const view = new WebKit.WebView({
      web_context: context,
      is_controlled_by_automation: true,
      settings: new WebKit.Settings({
        // IndexedDB, in spite of its name.
        enable_html5_database: storage !== 'blocked',
        enable_html5_local_storage: storage !== 'blocked',
      }),
    });
    const window = new Gtk.Window({ default_width: 390, default_height: 844 });
    window.add(view);
    window.show_all();
    view.connect('close', () => window.destroy());
    // A page that is driven cannot print by itself, so the driver asks by a signal.
    const SIGUSR1 = 10;
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, SIGUSR1, () => {
      printToFile(view);
      return GLib.SOURCE_CONTINUE;
    });
    return view;
  });
});

/** Held, since its window does not hold it while it prints. */
let operation;

/** Prints into the profile instead of asking for a printer. */
function printToFile(view) {
  operation = new WebKit.PrintOperation({ web_view: view });
  const settings = new Gtk.PrintSettings();
  settings.set_printer('Print to File');
  settings.set('output-uri', GLib.filename_to_uri(`${profile}/printed.pdf`, null));
  settings.set('output-file-format', 'pdf');
  operation.set_print_settings(settings);
  operation.print();
}

Gtk.init(null);
// As on a phone in its dark scheme.
Gtk.Settings.get_default().gtk_application_prefer_dark_theme = dark === 'dark';
Gtk.main();
