[playlist]
File1=file:///music/wheel%20song.flac
Title1=Anna Müller - Wheel Song
Length1=213
File2=https://radio.example/stream?id=7&q=high
Title2=Radio
Length2=-1
NumberOfEntries=2
Version=2
