// Says that the page needs a server where it has none. Modules, of which the page is made, are not loaded from files.
if (location.protocol === 'file:') document.getElementById('needs-server').hidden = false;
