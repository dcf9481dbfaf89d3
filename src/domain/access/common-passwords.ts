// What the most common passwords are made of once digits and signs at their ends are left out: letters only, in small letters.
// Drawn from the frequency lists of zxcvbn (MIT licence, Dropbox, Inc.), with words of our own.
import { MORE_WORDS } from "./more-common-passwords.ts";

const WORDS = `
aaliyah aardvark aaron abcd abec abecad aberdeen abgrtyu abnormal abracadabra abrakadabra absolut access accord
achilles action adam adgjmptw adidas admin adminadmin administrator adonis aezakmi agent aggies aibc aibced aikido
airborne airbus airforce airplane aisd aisdef ajnjuhfabz akira alabama alaska albatros albion alejandr aleksander
aleksandr aleksandra aleksey alenka alessandro alex alexande alexandr alexey alexis alfa alibaba aliens allmine allsop
allstar alpha alphabet alphaomega alpine alucard amadeus amanda amateur amateurs amazon amber america amerika amigo
amsterda amsterdam anaconda anakin anal analsex anarchy anastasija anastasiya andrea andrei andrew andrewjackie andrey
andromed andromeda anfield angel angelochek angelofwar angels angus anhyeuem animal anime annie anthony anthrax antoni
anubis apache apokalipsis apollo apple applepie apples applesauce april aquarius aragorn arcadia area arizona arjay
armageddon armagedon armani arrow arsenal artem artemis artemka artur asdasd asdf asdfasdf asdfg asdfgh asdfghj
asdfghjk asdfghjkl asdfjkl asdfzxcv asdzxc asedaf ashley aspire aspirine assassin assfuck asshole assholes assman
assword astalavista asterix astonvilla astro astros athlon atlanta atlantis atomic attila auburn audia august aussie
austin australi autumn avalanch avalon avatar avenger avrillavigne awesome azamat azerty azertyuiop azsxdc azsxdcfv
azsxdcfvgb azwebitalia babe babemagnet babes babyblue babyboy babydoll babyface babygirl babylon babylove bacardi
bacchus backdoor badass badboy baddog badger badgirl badman badnaamhere baggins baggio bagira bailey baller balloon
balloons balls bambam bamboo banana bananas banane bandit bang bangkok banker banner banshee banzai barbados barbie
barcelon barcelona barefoot barkley barney barsik bartman baseball basket basketba bassman bastard batman bayern
bcfields beaches beagle beamer beaner beanie bear bearcat beast beastie beatle beatles beautifu beauty beaver beavis
beckham beefcake beemer beer beetle bella benfica bengals beowulf beretta berezuckiy berlin bestfriend bhbirf bicycle
bigass bigballs bigbear bigbird bigblue bigboobs bigboy bigbutt bigcock bigdaddy bigdick bigdog bigfish bigfoot biggie
biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy bigtime bigtit bigtits bikini bilbo billy billybob
billyboy bimmer bing bingo binladen bird birdie birdman biscuit bitch bitchass bitches biteme bizkit blabla black
blackberry blackbir blackcat blackdog blackhaw blackie blackjac blackjack blackout blacks blacky blade bladerunner
blades blahblah blaster blaze blazer blessed blessing blingbling blink blizzard blonde blondes blondie blowjob blowme
blue bluebird blueboy bluedog blueeyes bluefish bluemoon blues bluesky bobafett bobby bobcat bobdylan boeing bogart
bogdan bogey bohica bollocks bollox bomber bond bondage bondarenko bonehead boner bones bonjour bonjovi bonkers bonsai
boob boobie boobies booboo boobs booger boogie bookworm boomboom boomer bootie boots booty boricua borussia bosco
bossman boston bounce bounty bowler bowling boxing boxster boyauownnyc brando brandon brandy brasil braveheart braves
brazil breast breasts breeze brian brighton bristol britney broder brodie bronco broncos brooklyn brownie browns
brucelee bruins bruno brutus bubba bubbas bubble bubbles bucket buckeye buckeyes buckshot budapest buddah buddha buddie
buddy buddyboy budlight budman budweise buffalo buffett buffy bugger builder bull bulldog bulldogs bullet bullfrog
bulls bullseye bullshit bummer bunghole bunnies bunny burger bushido businessbabe buster butch butter buttercu butterfl
butterfly buttfuck butthead butthole buttman buttons buzzard byajhvfnbrf byteme cabbage cactus cadillac caeqpulsrz
caesar calgary calico caliente californ caligula callofduty callum camaro cambiami camel camelot camels cameltoe
cameron camper canada cancer cancun candle candyman cang cannabis cannondale canon cantona capone capslock captain
caramel caravan cardinal carlito carlitos carolina carpedie carpet carrera carrot cartman cartoon casablanca casanova
caserta casey casino casper cassie catch catdog catfish catherin catman cats cavalier caveman ccbill cdtnbr cdtnkfyf
cegthgegth cegthgfhjkm celeron celica celine celtic celtics ceng cent cerberus cessna cfitymrf cgfhnfr chai chainsaw
champ champion champs changeit changeme chao chaos charger chargers charles charli charlie charlott charlton charly
charmed chaser cheater cheburashka checkers cheech cheeks cheerleaers cheers cheese cheetah chelsea cherokee cherry
chessmaster chester chevelle chevrole chevrolet chevy chewie cheyenne chicago chichi chicken chickens chickenwing
chicks chico chiefs chimera chinook chipper chippy chivas chloe chocolat chopin chopper chou chris chrisbln chrissy
christ christia christin christop christophe christopher chrome chronic chrono chrysler chuai chuang chubby chuckie
chuckles chucky chui chunky chuo ciccio cicero cigars cinder cinnamon citadel cjkysirj cjkywt clancy clapton clarinet
classic classics claudi claymore clemson clevelan clipper clitoris cloud clouds clover clowns clubpenguin cnjvfnjkju
cobalt cobra cocacola cocaine cock cocks cocksucker coconut coffee cohiba coke coldbeer colombia colorado colors colt
coltrane comet comicbookdb commando compaq computador computadora compute computer concorde concrete condom condor cong
connect connor consumer contortionist contrasena cookie cookies cooldude cooler coolguy coolio coolman coolness
coorslight cooter copper corleone corolla corona corrado corsair corvette cosmic cosmo cosmos cosworth cougar cougars
counterstrike cowboy cowboys coyote cracker crazy crazybab creampie creamy creative cricket crimson critter crjhgbjy
cruise cruiser crunch crusader crusher crysis crystal cthtuf cthulhu cthutq cubbies cubswin cuddles cumming cumshot
cunt cunts cupcake curious custom cutlass cutter cvzefhigkc cxfcnmt cyber cyberonline cyclone cyclops cyecvevhbr cygnus
cyjdsvujljv cypress dabears daddy daemon daewoo dagger daisy dakota dalejr dallas dammit damnit dancer dang danger
danie daniel daniil danila danni danny dannyboy danzig darkknight darklord darkman darkness darkside darkstar
darthvader dashadasha database david davide davids dawg daytona dbrnjh dbrnjhbz deadhead deadman deadpool death
december deejay deeppurple deepthroat deerhunter deeznuts deeznutz default defender defiant deftones delete delphi
delta deltaforce deluxe denali deng deniska depeche depechemode desert designer desire deskjet desperados destiny
detroit deutsch deutschland devil devildog devildriver devilmaycry devils dexter dfcbkbq dfkthbz dfkthf dfktynbyf
dfvgbh dharma dhjnvytyjub diablo dialog diamond diamonds diao dick dickhead dickie dicks diehard diesel dietcoke dieter
digger diggler digital digitalprodu dilbert dildo dilligaf dima dinamo ding dingdong dinosaur dipshit dirtbike discover
disney diver divine djivanfros dkflbckfd dkflbvbh doberman doctor dodge dodger dodgeram dodgers dodgeviper dogfood dogg
doggie doggy doggystyle doghouse dogman dogs dogshit doitnow dollar dolphin dolphins domainlock domino donkey donuts
doobie doodle doogie dookie doomsday dotcom doughboy dracula drago dragon dragonba dragonball dragonballz dragonfire
dragons dragoon drakon dreamer dreams driver drizzt droopy drowssap drpepper drummer dthjybrf duan dublin ducati
duchess duck dumbass dundee durango duster dutchess dynamite dynamo eagle eagles eastside eastwood eatme eatpussy
eatshit eclipse eddie eduard edward eeyore einstein ejaculation ekaterina eldorado electra electric electron element
elephant elizabet elizaveta elvis emerald emily eminem empire engage engineer enigma enter enterpri enterprise entropy
eraser ericsson erotic erotica escort eternal eternity eureka europa evanescence evangelion everest everton excalibu
excalibur exigen exigent exodus explorer express extreme fabie fabric facial faggot falcon falcons fallen fallout fang
fantasy farscape farside fart fartripper fastball faster fatass fatboy fatcat fatman fcbarcelona feather february
fender fenerbahce feng fergie fernand ferrari ferret fester fetish fghtkm fgtkmcby ficken fiesta figaro fighter filter
finalfantasy finger fire fireball firebird firefighter firefly firefox fireman firestarter fish fishes fishing fisting
fitness fktrcfylh fktrcfylhf fktrctq flames flamingo flash flatron fletch flexible flintstone flipper floppy florian
florida flounder flower fluffy flyboy flyers foobar footbal football fordf forest forever forfun formula fortuna foryou
fossil foxtrot francesc frank franky freaks freaky freckles freddy freedom freepass freeporn freeuser freeway friday
friendster fright frisco frisky frodo frog frogger froggy froinlaven front frontier frosty fubar fuck fucked fucker
fuckers fuckface fuckher fucking fuckinside fuckit fuckme fuckmehard fuckoff fucktheworld fuckthis fucku fuckyo fuckyou
fuckyoubitch fugazi fulham funtime fusion futbol fuzzy fyfcnfcbz fylhtq fytxrf fyutkbyf gabrie gabriel gabriell gadget
galatasaray galaxy galina galore gambit gamecock gamecube gameover gandalf gangbang gangbanged gangsta gangster garden
garfield gargoyle gateway gator gatorade gators gawker gbpltw gegcbr geheim gemini generic genesis geng genius georg
george geronimo gesperrt getmoney getsome gfhjkm gfhjkmgfhjkm ghbdtn ghbdtnbr ghblehjr ghetto ghjcnbnenrf ghjcnj
ghjcnjnfr ghjcnjrdfibyj ghjcnjrdfif ghjrehfnehf ghost ghostrider giants ginger giorgi giorgio girls gizmo gizmodo
gjkbyf gladiator gmoney gnsgn goalie goat goaway goblin goblue gobucks goddess godfathe godfather godsmack godzilla
gofish goforit goirish goku golden goldfinger goldfish goldstar goldwing golf golfball golfer golfing goliath gollum
gonavy gong gonzo goober goodboy goodfellas goodluck goodtime goofy google gooner goose gopher gordon gorilla gotcha
gothic gotohell govols granny grapes grease great greatone greedisgood green greenbay greenday greens gregor gremlin
grendel gretzky griffey gringo grizzly gromit groove groovy groucho grumpy gsxr guai guang guardian guest guiness
guinness guitar gundam gunnar gunner gunners gunslinger gustav hack hacked hacker haggis hairy halflife halifax hallo
hambone hamburg hamish hamlet hammer hammers hamster handyman hannah hannibal hansolo happy happyday hardcock hardcore
hardon hardrock harley harry harrypotter haslo havefun hawaii hawaiian hawkeye hawkeyes hayabusa hdtanwsdteivb hearts
heater heather heaven heckfy hedgehog hedimaptfcor heineken hellfire hello hellokitty helloo hellos hellothere
helloworld hellraiser hellyeah helmet helpme hemi hendrix henry hentai herbie hercules hermes hershey heslo hesoyam
heynow hidden highland highlander hiphop hippie hithere hitler hitman hjccbz hjvfirf hobbes hobbit hockey hokies
holiday holly hollywoo holyshit homeboy homer homerj homers homerun honda hondacivic hondas honey hongkong hooker
hooligan hoosier hoosiers hooter hooters hootie hopeful horizon horndog hornet horney horny horse horses hotbox hotboy
hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house housewifes hover htubcnhfwbz huai hummer hunter
hunting hurrican husker huskers huskies hustler hyperion hypnodanny iaapptfcor iamgod ibanez ibub iceberg icecream
iceman iddqdidkfa idontkno idontknow iforgot igor iguana ihateyou illini illusion ilovegirls ilovejesus iloveme
ilovemyself ilovepussy ilovesex iloveu iloveyo iloveyou imation immortal impala incubus indiana indians indigo inferno
infiniti infinity ingodwetrust insane insert insertions insomnia inspiron installdevic installutil integra intel
interacial intercourse internet intrepid intruder inuyasha iomega ipswich irina irish ironmaiden ironman iscool
iseedeadpeople islander istanbul italia ivanov ivanova iverson iwantu jabroni jackal jackass jackdaniels jackoff
jackpot jackson jacob jagger jaguar jamaica james jamesbon jamesbond jamie jammer jammin january jarhead jasmine jason
jasper java jaybird jayden jayeeuz jayhawk jayhawks jazzman jedi jediknight jeep jelly jellybea jenn jenny jericho
jerkoff jessic jessica jester jesus jesuschrist jesusislord jetbalance jethro jetski jewels jezebel jiang jiao
jigeitaeks jiggaman jimbo jimbob jimmy jing jiong jktymrf jockey johann johannes john johnboy joker jokers jones jorda
jordan joshua jrcfyf juggalo juggernaut juice july jumper june junebug jungle junior jupiter justafun justame justdoit
justforfun justice justin justinbiebe justinbieber justme juventus kahuna kakashka kaktus kamehameha kamikaze kangaroo
kansas karate karina karolina kashmir kasper katana katerina katie katrin kawasaki kazantip kbnthfnehf kcjwxsn keeper
kelly kennwort kenshin kenwood kenworth kevin keyboard keystone keywest kfhbcf kickass kicker killbill killer killers
killme kilroy kingfish kingfisher kingkong kingpin kingston kinky kipper kirill kirsty kisses kissme kissmyass kitkat
kitten kitty kittycat kittykat klaster kleopatra klingon knickerless knickers knicks knights knockers knopka kodiak
kolobok konstantin kool korn koshka kosmos kostya kotaku kotenok krishna ktyjxrf kuai kume kungfu labrador labtec
lacrosse ladybug ladyffesta laguna lakers lakota lamborghini lancelot lancer lansing lantern laptop larisa laser lassie
lasvegas latinas latino laurent lazarus leather leavemealone ledzep ledzeppelin legacy legend legion legolas leng
lennon leonid leopard lesbian lesbians lespaul lestat letmein letmeinnow letsgo lexmark lexus liang liao liberty lick
licker licking lickit lickme lifehack lifeisgood lighter lightnin lightning lights lightsaber limpbizkit linda lindros
lineage lion lionking liquid liverpoo liverpool lizard lkjhgfdsaz lobster lockerroom loco logan login logitech
lokomotiv lolipop lollipop lollol lollypop london lonestar lonewolf longhorn looker looser losangeles losenord loser
losers lotus love lovebug loveislife loveit lovely loveme lover loverboy lovers lovesex loveyou lowrider ltybcrf luan
lucifer lucky luckycharm luckydog ludmila luojianhua lust lvbnhbq macdaddy machine macross madagaskar maddie maddog
madina madison madman madmax madness madonna maestro maggie maggot magic magician magick magicman magnum magnus magpie
maiden mailcreated mailman majestic makaveli maksim maksimka malaka malibu malina mallard mamapapa manchest manchester
mancity mandarin mandingo mandragora mango maniac manowar manson mantis manutd maradona marathon marcello march maria
marika marina marine mariners marines marino mariposa marius marker markhegarty marlboro marley martin martini maryjane
masamune mason massimiliano massive maste master masterbaiting masterbate masterbating mastercard masterchief
mastermind masturbation matador matematika matrix matteo matthew mature maurolarastefy maverick maxell maxim maxima
maxime maximilian maximus maxwell maxx maxxxx mayday mayhem mazafaka mazda mclaren meatball meathead meatloaf mechanic
medusa megadeth megaman megapass megatron meister melissa mellon mellow memorex memphis menace meng meowmeow mephisto
mercedes mercury meridian merlin merlot mermaid mersedes metallic metallica mets mevefalkcakk mexico miami mian miao
michae michael michigan mickey mickeymouse microlab micron microphone microsof microsoft midget midnight midway mighty
mikey milana milano milena milkman millertime millwall minecraft minhasenha minime mirage misfit misfits mishka missy
mister mistress misty mittens mnbvcxz modena mojo molly mollydog moloko molson momoney momsanaladventure monaco
monalisa monarch monday mondeo money moneymaker moneyman moneys mongoose monitor monke monkey monkeys monopoly monster
montana montecarlo montgom montreal moocow mookie moomoo moonbeam moonlight moose mordor morgan moritz morpheus
mortgage mortimer moscow mostwanted motdepasse mother motherfuck motherlode motorola mountain mouse mozart muffin
mulder mullet multiplelo munchkin muppet musashi muscle mushroom music musica musicman mustafa mustang mustangs mustard
mybaby mylife mylove myname mypass mypassword mystic naked nanook napass napoli napster naruto nascar nasty nastya
natali natasha naughty naughtyboy nccitoia nccitoid nccitoie nebraska necromancer needforspeed nemesis
nemvxyheqddsoqxyxyzi neng neptune netscape networkingpe nevada neveragain newbie newcastl newlife neworleans newpass
newpassword newport newproject newyork newzealand nextel nfnmzyf niang niao nickel nicola nicole nigger nike nikita
nikitos nikola nikolay nimbus nimrod niners ning ninja ninjas nintendo nipper nipple nipples nirvana nissan nissanesoz
nitram nofear nokia nolimit nomore nong noodle noodles nookie nopass nopassword novell november ntktajy nuan nude
nudist nugget nuggets number nuttertools nwoalife nyjets nylons nymets oakland oasis obelix obiwan oblivion oceans
october ohyeah oicu oilers oksana olcrackmaster oldman oldsmobile oleg olegnaruto oliver olivier omega omgkremidia
onelove onetime online onlyme ontherocks opensesame openup operator optimus oracle orange oranges orchid orgasm orient
orioles orion oscar osiris othello outkast outlaw overkill overlord oxford ozzy pacers packard packer packers pacman
padres painkiller paintbal paintball pakistan paladin paloma panama panasoni panasonic pancho panda pandora pang
pantera panther panthers panties pantyhos panzer paradise paradox parola parolparol parrot pascal pass passat passion
passmaster passme passphrase passport passwd passwor password passwords passwort pasword patches pathfinder patric
patrick patriot patriots pavilion pavlov pdtplf peach peaches peanut peanutbutter peanuts pearljam pebbles peekaboo
peewee pegasus pencil penetrating penetration peng penguin penguins penis penny penthous pentium pepper pepsi persik
pervert peter peternorth peterpan petrov peugeot phantom pharmacy pheonix philippe philips phillies philly phish phoeni
phoenix photos phpbb pian pianoman piao picard picasso piccolo pickle pickles pickup pics piglet pikachu pillow pimp
pimpin pineappl ping pingpong pinhead pink pinkfloy pinkfloyd pinky pioneer pippen piramida pirate pirates pisces
pissing pissoff pistol pitbull pizza pizzas placebo planet plasma plastic platinum playboy player playstation playtime
plumber pluto plymouth pobeda poison poiuyt poiuytrewq pokemon polaris police polina polniypizdec polo polska pompey
poncho pontiac pony poochie poodle pooh poohbear pookie poontang poop pooper poopie poopoo pooter popcorn popeye poppy
porkchop porn porno pornografia pornographic pornos pornstar porsche portland portugal poseidon possum postal postgres
potato pothead powder power preacher precious predator prelude premium presario presto prettygirl primus prince princes
princess pringles printer prissy private privet prodigy production prophet proxy psycho puddin pudding puertorico puffy
pulsar pumpkin punisher punkin punkrock puppies puppy pupsik purdue purple pussey pussie pussies pussy pussycat
pussyeater pussylicker pussylover pussyman pussys putter pyramid python qaws qawsed qawsedrf qawsedrftg qawsedrftgyh
qawseed qawseedarf qazqaz qazws qazwsx qazwsxed qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb qazwsxeedc qazwsxeedcarfv qazxsw
qazxswedc qazxswedcvfr qazxsweedc qazxsweedcvfr qazzaq qiang qiao qing qiong qiwe qiweer qiweerat qiweeratsy
qiweeratsyu qiweeratsyuti qpwoeiruty qualitycheck quan quantaeots quantum quartz quattro queens quest quicksilver
quiksilver qwas qwaszx qweaer qweasd qweasdzxc qwee qweear qweearst qweearsty qweqwe qwer qwerasdf qwerasdfzxcv qwert
qwertasdfg qwerty qwertyasdfgh qwertyu qwertyui qwertyuio qwertyuiop qwertyytrewq qwertz rabbit rabota racecar racer
racerx rachel racing radiohea ragnarok raider raiders rainbow rainman raistlin rambler rambo rammstein ramones ramrod
ramses rancid random ranger rangers raptor rascal rasdzv rasputin rasta rastaman raven ravens razz rbhbkk rctybz rdcepo
reader realmadrid reanimator reaper rebecca rebel rebels reckless redalert redbird redbull reddog redfish redhead
redhot redline redman redneck redrum reds redskins redsox redwing redwings redwood reebok reefer renault renegade reng
rereirf rescue residentevil retard reviewpass rfhbyf rfkmrekznjh rfnfcnhjaf rfnfgekmnf rfnthbyf rfrfirf rfrnec rhbcnbyf
rhfcjnrf rhino rhjrjlbk rhtdtlrj richard rightnow ripken ripper ripple rjhjkmbien rjirfrgbde rjntyjr rjycnfynby
rkfdbfnehf roadkill roadking roadrunn roadrunner robert robotech rocker rocket rockets rockford rockhard rockon rocks
rockstar rocky rodman roflcopter roller rolltide romashka rommel ronaldinho ronaldo rong rookie rooster root rootbeer
rosebud rotten route rover rovers royals rtyuehe ruan rubber rulez rulezzz runescape runner rush ruslan russia rustam
rusty sabbath sabine sabres sadie safari sahara sailboat sailing sailor sailormoon saints sakura salamander salamandra
salasana saleen sally salmon salomon salsero samantha samiam sammy samson samsun samsung samtron samurai sanandreas
sancho sandiego sandman sandro sandy sanfran sapper sapphire sarah saratoga sascha sasha sassy sasuke satan satana
saturday saturn saun sauron sausage sayang scania scanner scarface scarlet scooby scoobydo scooter scorpio scorpion
scotch scotland scott scotty scout scrabble scrappy scream scruffy scuba scully seadoo seahawks seamus searay seattle
sebastia secret security seeker seinfeld select seminole semperfi seng senha sentinel septembe september serega
serenity sergei sergey sergi sersolution server sesame sevastopol seven sexame sexmachine sexsex sexual sexx sexxxx
sexy sexyboy sexygirl sexyman shado shadow shaggy shai shalom shaman shamrock shaney shang shania shannon shao shaolin
shark sharks sharky shasta shaved shazam shei shelby shemale sheng sherlock shevchenko shiloh shiner shitface shithead
shitty shogun shooter shorty shotgun shou showme showtime shuai shuang shun shuo shutup sidewinder siemens sierra
signin silver silverad simba simon simple simpsons sinatra sinbad sinister sinner sirius sithlord sixers skate
skateboard skater skeeter skidoo skiing skinny skipper skippy skittles skorpion skydive skylar skyler skyline skywalke
skywalker slacker slapper slappy slapshot slave slavik slayer sleeper sleepy slick slider slim slinky slipknot slippery
slut sluts slutty smallville smashing smeghead smegma smelly smiles smiley smiths smitty smoke smoker smokes smokey
smokie smokin smooth smudge smut snake snakes snapon snapper snapple snatch sneakers snickers sniper snooker snoop
snoopdog snoopy snowball snowboar snowman snuffy snuggles sobaka soccer socrates softball software sojdlgiealjg soldier
soleil solidsnake solnce sommer sonic sonics sonoma sony sonyericsson sooners sophi sophie sosoiealjg soulmate southpar
southpark spaceman spank spanking spankme spanks spanky sparkle sparky sparta spartak spartan spartans spawn speaker
specialk spectre spectrum speedo speedy spencer sphinx spice spider spiderma spiderman spidey spike spiker spinner
spirit spitfire splash splinter sponge spongebob spooky sporty spring sprint sprite spunky spurs sputnik spyder sqlite
squall squash squirrel squirt srinivas staging stalin stalingrad stalker stallion star starbuck starcraf starcraft
stardust starfire starfish stargate starman starship starter startrek starwars static stealth steeler steelers stefano
stepan steph stephani stereo sterlin steve sticks sticky stimpy sting stinger stingray stinky stocking stocks stonecol
stonecold stoned stones stoney storm stormy stranger strawberry streetball strider strike striker stripper stroker stud
studly stumpy stunner stupid suan subaru sublime submit subway subzero success suck sucker suckit suckme suckmycock
suckmydick sucks sugar sultan summer summertime summit sundance sunday sunflowe sunflower sunnyday sunrise sunset
sunshin sunshine super superduper superfly superman supermanboy superpuper supersecret supersonic supersta superstar
surf surfer surfing suzuki sveta svetik svetlana svoboda swallow sweet sweetnes sweetpea sweets sweety swimmer swimming
swinger swingers sword swordfis swordfish swords sydney syncmaster syracuse syzygy tacobell tacoma tadmichaels talisman
talon tamwsnesja tango tanker tardis target tarheel tarheels tarzan tattoo tatyana taurus taxman taylor tazman tazmania
tdutybq tdutybz teacher technics techno teddy teddybea teddybear teen teens tekken telefon telephon temp tempest
templar temporary temppassword teng tennis tequila terminator terrapin terror test tester testing testpass testuser
texas thailand thanatos thankyou theboss thecat thedog thedoors thedude theend thegame thegreat thekid theking theman
theone therock thesims thirteen thisisapassword thoma thomas thongs thor thuglife thumbs thumper thunder thunderb
thunderbird thursday tian tiao tiberius tiburon tickle tiffany tiger tigers tigerwoods tigger tights timber ting tinker
tinkerbell tinman tintin titanic titanium titans titleist tits titten titties titty tokiohotel tolkien tomato
tombraider tomcat tommy tommyboy toolman toon tootie tootsie topcat topdog topgun topher topper tornado toronto toshiba
tottenha tottenham toyota tracker tractor trader trainer trance transam transexual translator trapper travel traveler
treasure trebor trfnthbyf triangle tricky trident trigger trinity tripod tripper triton triumph trixie trojan trojans
trombone trooper trouble truck trucker trucks truelove trumpet trunks trustno trustnoone tsunami tuesday tulips
tunafish tundra turbo turkey turtle tweety twilight twinkle twisted twister tyler typhoon ufkbyf ugdshipj ujkjdjkjvrf
ultima ultimate umbrella uncencored underdog undertaker unforgiven unicorn unreal usarmy user username usmc usnavy
usuckballz utopia vacation vader vadim vagina valentin valentina valera valhalla valkyrie vampire vanhalen vanilla
vanyarespekt vasilisa vector vectra vedder vegeta velvet venera verbatim veritas verizon vermont veronika vertigo
verygoodbot vette vfczyz vfhbyf vfhecz vfhufhbnf vfhufhbnrf vfksirf vflfufcrfh vfrcbv vfrcbvrf vfvekz vfvfgfgf
vfvfvskfhfve vfvjxrf viagra victory viewsonic viking vikings viktor viktoria violetta violin viper vipers virgin
virtuagirl vision vitalik vkontakte vladik vladimir vladislav vladislava volcom volkswagen volley volvo voodoo vortex
voyager voyeur vqsablpzla vsegda vsjasnel vulcan vyjujnjxbt wachtwoord walleye walmart walnut walrus wanker wapbbs
warcraft wareagle warhammer warlock warlord warrior warriors warthog wasser wassup watcher water waterloo watermelon
weasel webhompass webmaste webmaster websolutions wednesday weed weezer welcome welder weng werewolf westham westside
westwood wetpussy wgeewjf whatever whatsup whatthefuck whatthehell wheels whiskers whiskey whisky whisper whitepower
whitesox whitey whocares whore whosyourdaddy whynot wibble wicked wildcard wildcat wildcats wildfire wildman william
willow windows windsor winner winston winter wisdom wishbone wishmaster wizard wolf wolfgang wolfie wolfman wolfpack
wolverin wolverine wolves wombat woody woofwoof woohoo wookie wordpass wraith wrangler wrestle wrestlin wrinkle wutang
xanadu xavier xbox xerxes xfiles xiang xing xtreme xxxpass xzkgw yamaha yankee yankees ybrbnf ybrjkfq yeahbaby yellow
yfcntymrf yfnfif yfnfitymrf yfnfkmz yjdsqgfhjkm yoda yomama yosemite yourmom yourpassword yousuck ytrewq yummy yzerman
zang zaphod zappa zaqiwsx zaqixsw zaqixswcde zaqwsx zaqxsw zaratustra zaraza zenith zeppelin zerocool zeus zhai zhao
zhei zheng zhjckfd zhong zhou zhuai zhuang zhui zhun zhuo zidane ziggy zigzag zipper zippy zixc zixcev zombie zong
zorro zqjphsyfctifgu zvezda zxasqw zxcasd zxcasdqwe zxcv zxcvbn zxcvbnm
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(`${WORDS}${MORE_WORDS}`.trim().split(/\s+/));
